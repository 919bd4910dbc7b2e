# The one loop of a net that is worth the processor's widest vectors, in C since Cython can't name a target: rows of
# 16-bit weights, each times an amount, are added to sums of 32 bits. All forms add the same integers, so that all give
# the same sums. FORMS is how many this compiler makes; has_form says whether this processor can run one.
from libc.stdint cimport int16_t, int32_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    typedef void (*add_rows_form)(int32_t *, const int16_t *, const int32_t *, const int32_t *, int, int);
    #define ADD_ROWS(name, lanes) static void name(int32_t *sums, const int16_t *rows, const int32_t *which, \\
                                                   const int32_t *amounts, int count, int width) { \\
        typedef int32_t sums_of __attribute__((vector_size(4 * lanes))); \\
        typedef int16_t weights_of __attribute__((vector_size(2 * lanes))); \\
        for (int lane = 0; lane < width; lane += 2 * lanes) { \\
            sums_of first, second; \\
            memcpy(&first, sums + lane, sizeof first); \\
            memcpy(&second, sums + lane + lanes, sizeof second); \\
            for (int row = 0; row < count; row++) { \\
                const int16_t *at = rows + which[row] * width + lane; \\
                weights_of weights; \\
                memcpy(&weights, at, sizeof weights); \\
                first += amounts[row] * __builtin_convertvector(weights, sums_of); \\
                memcpy(&weights, at + lanes, sizeof weights); \\
                second += amounts[row] * __builtin_convertvector(weights, sums_of); \\
            } \\
            memcpy(sums + lane, &first, sizeof first); \\
            memcpy(sums + lane + lanes, &second, sizeof second); \\
        } \\
    }
    ADD_ROWS(add_rows_plainly, 4)
    #if defined(__x86_64__) && defined(__GNUC__)
    __attribute__((target("avx2"))) ADD_ROWS(add_rows_by_avx2, 8)
    enum { FORMS = 2 };
    static int has_form(int form) {
        __builtin_cpu_init();
        return form == 0 || (form == 1 && __builtin_cpu_supports("avx2"));
    }
    static add_rows_form form_of(int form) {
        return form == 1 ? add_rows_by_avx2 : add_rows_plainly;
    }
    #else
    enum { FORMS = 1 };
    static int has_form(int form) { return form == 0; }
    static add_rows_form form_of(int form) {
        return add_rows_plainly;
    }
    #endif
    """
    ctypedef void (*AddRows "add_rows_form")(int32_t* sums, const int16_t* rows, const int32_t* which,
                                             const int32_t* amounts, int count, int width) noexcept nogil
    const int FORMS
    int has_form(int form) noexcept nogil
    AddRows form_of(int form) noexcept nogil
