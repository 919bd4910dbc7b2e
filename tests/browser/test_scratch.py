import pytest
from playwright.sync_api import expect
pytestmark = pytest.mark.slow

@pytest.mark.parametrize("game", ["notre-dame", "rattus"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_look(visit, server, game, size, scheme):
    if scheme == "dark" and size[0] == 1440: return
    v = visit(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, locale="fr-FR" if scheme=="dark" else "en-GB")
    v.make_table(game, "Anna", ("me", "bot:novice", "bot:novice"), teaching="all")
    v.until_listening()
    for turn in range(30):
        v.until_asked()
        if v.find("#warning").count(): break
        before=v.asked
        v.open_list()
        b=v.find("#moves button[name=move]").last
        v.press(b)
        try:
          v.page.wait_for_function("(b)=>document.querySelector('#warning') || (document.querySelector('#moves [name=asked]')?.value ?? 'waiting')!==b", arg=before, timeout=15000)
        except Exception:
            v.page.screenshot(path='/tmp/fail.png'); print(v.asked, before, v.find('#moves').count(), server.live(v.address).acts[-3:]); raise
        if v.find("#warning").count(): break
    v.page.screenshot(path=f"/tmp/warn-{game}-{size[0]}-{scheme}-0.png")
    v.page.wait_for_selector("#warning li")
    v.page.wait_for_timeout(200)
    print(v.page.evaluate("document.activeElement.id"))
    v.page.screenshot(path=f"/tmp/warn-{game}-{size[0]}-{scheme}.png")
    before=v.asked
    if size[0]==390:
        v.find("#sure [name=sure]").click(); v.until_not(before)
    else:
        v.page.keyboard.press("Escape"); expect(v.find("#warning")).to_have_count(0); assert v.asked==before
