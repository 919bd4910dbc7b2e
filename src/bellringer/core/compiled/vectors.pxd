# The one loop of a net that is worth the processor's widest vectors, in C since Cython can't name a target: rows of
# 16-bit weights, each times an amount, are added to sums of 32 bits, 16 lanes at a time. All forms add the same integers, so that all give
# the same sums. FORMS is how many this compiler makes; has_form says whether this processor can run one.
from libc.stdint cimport int16_t, int32_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    typedef void (*add_rows_form)(int32_t *, const int16_t *, const int32_t *, const int32_t *, int, int);
    typedef int32_t sums_of_16 __attribute__((vector_size(64)));
    typedef int16_t weights_of_16 __attribute__((vector_size(32)));
    #define ADD_ROWS(name) static void name(int32_t *sums, const int16_t *rows, const int32_t *which, \\
                                            const int32_t *amounts, int count, int width) { \\
        for (int lane = 0; lane < width; lane += 16) { \\
            sums_of_16 part; \\
            memcpy(&part, sums + lane, sizeof part); \\
            for (int row = 0; row < count; row++) { \\
                weights_of_16 weights; \\
                memcpy(&weights, rows + which[row] * width + lane, sizeof weights); \\
                part += amounts[row] * __builtin_convertvector(weights, sums_of_16); \\
            } \\
            memcpy(sums + lane, &part, sizeof part); \\
        } \\
    }
    ADD_ROWS(add_rows_plainly)
    #if defined(__x86_64__) && defined(__GNUC__)
    __attribute__((target("avx2"))) ADD_ROWS(add_rows_by_8)
    __attribute__((target("avx512f,avx512bw,avx512vl"))) ADD_ROWS(add_rows_by_16)
    enum { FORMS = 3 };
    static int has_form(int form) {
        __builtin_cpu_init();
        return form == 0 || (form == 1 && __builtin_cpu_supports("avx2"))
            || (form == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
                && __builtin_cpu_supports("avx512vl"));
    }
    static add_rows_form form_of(int form) {
        return form == 2 ? add_rows_by_16 : form == 1 ? add_rows_by_8 : add_rows_plainly;
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
