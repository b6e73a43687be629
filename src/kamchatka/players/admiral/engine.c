/* The admiral's network on one core: the same numbers on every machine.

   Every sum is taken in the order written here, one float at a time (or in fixed lanes), with IEEE additions and
   multiplications that the compiler must not fuse (-ffp-contract=off). `portable.py` does the same with NumPy, bit for bit.
   Vectors run over outputs, never over what is summed, so wider registers change the speed and nothing else. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 64, EDGE = 48, TABLE = 256, BLOCKS = 3, HEADS = 4, MORE = 2, SEATS = 6, HEAD = WIDTH / HEADS };
enum { POOLED = TABLE + 2 * WIDTH, UP = 2 * WIDTH, LANES = 8, LARGEST = 32768, MOST_PLACES = 256, MOST_INPUTS = 8192 };

typedef float lanes __attribute__((vector_size(4 * LANES), aligned(4), may_alias));
#define INLINE static inline __attribute__((always_inline))
#if defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__)
#define CLONES __attribute__((target_clones("avx2", "default")))
#else
#define CLONES
#endif

typedef struct { float *w, *b; int in, out; } Linear; /* w by input, then output; out padded to whole lanes */
typedef struct { float *w, *b; } Norm;
typedef struct { float *mixing; Norm norm; Linear mix_in, pool, up, from_table, down; } Block;

typedef struct {
    PyObject_HEAD
    int places, planes, table, codes, first, armies, edges, numbers;
    int32_t *ends; /* receiver and sender of each edge */
    float *place_bias;
    Linear table_in, place_in, table_to_place, edge_here, edge_there, edge_out;
    Norm edge_norm, last_norm, table_norm;
    Block blocks[BLOCKS];
    Linear top, code, point_in, point_table, point_out, value_in, value;
    float *memory; /* all arrays above */
    size_t used, size;
    float *work;
    int16_t *row;
} Engine;

static float LOGS[LARGEST];

/* log(1 + n) by additions, multiplications and divisions alone, so that no machine's library has a say. */
static void fill_logs(void) {
    for (int n = 0; n < LARGEST; n++) {
        double m = n + 1.0, sum = 0.0, power;
        int exponent = 0;
        while (m >= 1.5) { m *= 0.5; exponent++; }
        double z = (m - 1.0) / (m + 1.0), square = z * z;
        power = z;
        for (int k = 1; k < 40; k += 2) { sum = sum + power / k; power = power * square; }
        LOGS[n] = (float)(exponent * 0.6931471805599453 + 2.0 * sum);
    }
}

static float half(const unsigned char *bytes) {
    uint32_t h = bytes[0] | (uint32_t)bytes[1] << 8, sign = (h & 0x8000u) << 16, exponent = h >> 10 & 31, part = h & 1023;
    uint32_t bits;
    float value;
    if (exponent == 0) {
        value = (float)part * 5.9604644775390625e-8f; /* 2^-24 */
        memcpy(&bits, &value, 4);
        bits |= sign;
    } else {
        bits = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | part << 13;
    }
    memcpy(&value, &bits, 4);
    return value;
}

/* ------------------------------------------------------------------ sums */
/* y[r] = b + x[r] w for rows of x, sums in the order of inputs. */
INLINE void multiply(const Linear *l, const float *x, int step, int rows, float *y, int apart) {
    int in = l->in, out = l->out, r = 0;
    for (; r + 4 <= rows; r += 4) {
        const float *x0 = x + (size_t)r * step, *x1 = x0 + step, *x2 = x1 + step, *x3 = x2 + step;
        float *y0 = y + (size_t)r * apart, *y1 = y0 + apart, *y2 = y1 + apart, *y3 = y2 + apart;
        for (int o = 0; o < out; o += LANES) {
            const float *w = l->w + o;
            lanes s0 = *(const lanes *)(l->b + o), s1 = s0, s2 = s0, s3 = s0;
            for (int k = 0; k < in; k++, w += out) {
                lanes v = *(const lanes *)w;
                s0 += x0[k] * v; s1 += x1[k] * v; s2 += x2[k] * v; s3 += x3[k] * v;
            }
            *(lanes *)(y0 + o) = s0; *(lanes *)(y1 + o) = s1; *(lanes *)(y2 + o) = s2; *(lanes *)(y3 + o) = s3;
        }
    }
    for (; r < rows; r++)
        for (int o = 0; o < out; o += LANES) {
            const float *w = l->w + o, *x0 = x + (size_t)r * step;
            lanes s = *(const lanes *)(l->b + o);
            for (int k = 0; k < in; k++, w += out) s += x0[k] * *(const lanes *)w;
            *(lanes *)(y + (size_t)r * apart + o) = s;
        }
}

/* The same for one row, leaving out inputs that are zero, which changes no sum. */
INLINE void multiply_sparse(const Linear *l, const float *x, float *y) {
    int found[MOST_INPUTS], count = 0, in = l->in, out = l->out;
    for (int k = 0; k < in; k++) if (x[k] != 0.0f) found[count++] = k;
    int o = 0;
    for (; o + 4 * LANES <= out; o += 4 * LANES) {
        lanes s0 = *(const lanes *)(l->b + o), s1 = *(const lanes *)(l->b + o + LANES);
        lanes s2 = *(const lanes *)(l->b + o + 2 * LANES), s3 = *(const lanes *)(l->b + o + 3 * LANES);
        for (int nth = 0; nth < count; nth++) {
            const float *w = l->w + (size_t)found[nth] * out + o;
            float v = x[found[nth]];
            s0 += v * *(const lanes *)w; s1 += v * *(const lanes *)(w + LANES);
            s2 += v * *(const lanes *)(w + 2 * LANES); s3 += v * *(const lanes *)(w + 3 * LANES);
        }
        *(lanes *)(y + o) = s0; *(lanes *)(y + o + LANES) = s1;
        *(lanes *)(y + o + 2 * LANES) = s2; *(lanes *)(y + o + 3 * LANES) = s3;
    }
    for (; o < out; o += LANES) {
        lanes s = *(const lanes *)(l->b + o);
        for (int nth = 0; nth < count; nth++) s += x[found[nth]] * *(const lanes *)(l->w + (size_t)found[nth] * out + o);
        *(lanes *)(y + o) = s;
    }
}

INLINE void rectify(float *x, int count) {
    for (int i = 0; i < count; i++) x[i] = x[i] > 0.0f ? x[i] : 0.0f;
}

INLINE float total(const float *x, int count) {
    lanes s = *(const lanes *)x;
    for (int i = LANES; i < count; i += LANES) s += *(const lanes *)(x + i);
    return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]));
}

INLINE void normalise(const Norm *n, const float *x, int count, float *y) {
    float squares[POOLED], mean = total(x, count) / (float)count;
    for (int i = 0; i < count; i++) { y[i] = x[i] - mean; squares[i] = y[i] * y[i]; }
    float spread = sqrtf(total(squares, count) / (float)count + 1e-5f);
    for (int i = 0; i < count; i++) y[i] = y[i] / spread * n->w[i] + n->b[i];
}

/* Mean and most over places. */
INLINE void pool(const float *x, int step, int places, float *mean, float *most) {
    for (int c = 0; c < WIDTH; c++) { mean[c] = x[c]; most[c] = x[c]; }
    for (int p = 1; p < places; p++)
        for (int c = 0; c < WIDTH; c++) {
            float v = x[p * step + c];
            mean[c] += v;
            most[c] = v > most[c] ? v : most[c];
        }
    for (int c = 0; c < WIDTH; c++) mean[c] /= (float)places;
}

/* ------------------------------------------------------------------ the network */
CLONES static void run(const Engine *e, const int16_t *row, float *logits, float *values) {
    int places = e->places, planes = e->planes, inputs = planes + MORE;
    float *x = e->work, *h = x + places * WIDTH, *cat = h + places * WIDTH, *wide = cat + places * UP;
    float *point = wide + places * UP, *t = point + places * LANES, *more = t + POOLED, *from = more + POOLED;
    float *seen = from + POOLED, *rest = seen + places * inputs;
    for (int k = 0; k < planes; k++)
        for (int p = 0; p < places; p++) {
            int v = row[k * places + p];
            seen[p * inputs + k] = v < 0 ? -LOGS[-v] : LOGS[v];
        }
    for (int p = 0; p < places; p++) {
        int v = row[e->armies * places + p];
        seen[p * inputs + planes] = (float)(v < 8 ? v : 8) / 8.0f;
        seen[p * inputs + planes + 1] = (float)(v < 3 ? v : 3) / 3.0f;
    }
    for (int k = 0; k < e->table; k++) {
        int v = row[planes * places + k];
        rest[k] = v < 0 ? -LOGS[-v] : LOGS[v];
    }
    multiply_sparse(&e->table_in, rest, t);
    rectify(t, TABLE);
    multiply_sparse(&e->table_to_place, t, from);
    multiply(&e->place_in, seen, inputs, places, x, WIDTH);
    for (int p = 0; p < places; p++)
        for (int c = 0; c < WIDTH; c++) x[p * WIDTH + c] = (x[p * WIDTH + c] + e->place_bias[p * WIDTH + c]) + from[c];
    for (int p = 0; p < places; p++) normalise(&e->edge_norm, x + p * WIDTH, WIDTH, h + p * WIDTH);
    multiply(&e->edge_here, h, WIDTH, places, cat, EDGE);
    multiply(&e->edge_there, h, WIDTH, places, wide, EDGE);
    memset(h, 0, sizeof(float) * places * WIDTH);
    for (int nth = 0; nth < e->edges; nth++) {
        const float *here = cat + e->ends[2 * nth] * EDGE, *there = wide + e->ends[2 * nth + 1] * EDGE;
        float *met = h + e->ends[2 * nth] * EDGE;
        for (int c = 0; c < EDGE; c++) {
            float v = here[c] + there[c];
            met[c] += v > 0.0f ? v : 0.0f;
        }
    }
    multiply(&e->edge_out, h, EDGE, places, cat, WIDTH);
    for (int i = 0; i < places * WIDTH; i++) x[i] += cat[i];
    for (int nth = 0; nth < BLOCKS; nth++) {
        const Block *b = &e->blocks[nth];
        for (int p = 0; p < places; p++) normalise(&b->norm, x + p * WIDTH, WIDTH, cat + p * UP);
        multiply(&b->mix_in, cat, UP, places, h, WIDTH);
        for (int head = 0; head < HEADS; head++)
            for (int p = 0; p < places; p++) {
                const float *part = b->mixing + ((size_t)head * places + p) * places, *from_h = h + head * HEAD;
                lanes s0 = {0}, s1 = {0};
                for (int q = 0; q < places; q++) {
                    s0 += part[q] * *(const lanes *)(from_h + q * WIDTH);
                    s1 += part[q] * *(const lanes *)(from_h + q * WIDTH + LANES);
                }
                *(lanes *)(cat + p * UP + WIDTH + head * HEAD) = s0;
                *(lanes *)(cat + p * UP + WIDTH + head * HEAD + LANES) = s1;
            }
        pool(cat, UP, places, t + TABLE, t + TABLE + WIDTH);
        multiply_sparse(&b->pool, t, more);
        rectify(more, TABLE);
        for (int i = 0; i < TABLE; i++) t[i] += more[i];
        multiply_sparse(&b->from_table, t, from);
        multiply(&b->up, cat, UP, places, wide, UP);
        for (int p = 0; p < places; p++)
            for (int c = 0; c < UP; c++) {
                float v = wide[p * UP + c] + from[c];
                wide[p * UP + c] = v > 0.0f ? v : 0.0f;
            }
        multiply(&b->down, wide, UP, places, h, WIDTH);
        for (int i = 0; i < places * WIDTH; i++) x[i] += h[i];
    }
    for (int p = 0; p < places; p++) normalise(&e->last_norm, x + p * WIDTH, WIDTH, h + p * WIDTH);
    pool(h, WIDTH, places, t + TABLE, t + TABLE + WIDTH);
    normalise(&e->table_norm, t, POOLED, more);
    multiply_sparse(&e->top, more, t);
    rectify(t, TABLE);
    multiply_sparse(&e->code, t, logits);
    multiply_sparse(&e->point_table, t, from);
    multiply(&e->point_in, h, WIDTH, places, x, WIDTH);
    for (int p = 0; p < places; p++)
        for (int c = 0; c < WIDTH; c++) {
            float v = x[p * WIDTH + c] + from[c];
            x[p * WIDTH + c] = v > 0.0f ? v : 0.0f;
        }
    multiply(&e->point_out, x, WIDTH, places, point, LANES);
    for (int p = 0; p < places; p++) logits[e->first + p] += point[p * LANES];
    multiply_sparse(&e->value_in, t, more);
    rectify(more, WIDTH);
    multiply_sparse(&e->value, more, values);
}

/* ------------------------------------------------------------------ loading */
static int padded(int count) { return (count + LANES - 1) / LANES * LANES; }

static float *place(Engine *e, size_t count) {
    float *start = e->memory + e->used;
    e->used += count;
    return e->used <= e->size ? start : NULL;
}

typedef struct { const unsigned char *at, *end; int failed; } Source;

static float next(Source *s) {
    if (s->at + 2 > s->end) { s->failed = 1; return 0.0f; }
    s->at += 2;
    return half(s->at - 2);
}

static float *read_plain(Engine *e, Source *s, size_t count) {
    float *to = place(e, count);
    if (!to) { s->failed = 1; return NULL; }
    for (size_t i = 0; i < count; i++) to[i] = next(s);
    return to;
}

static Linear read_linear(Engine *e, Source *s, int in, int out) {
    Linear l = {NULL, NULL, in, padded(out)};
    l.w = place(e, (size_t)in * l.out);
    l.b = place(e, l.out);
    if (!l.w || !l.b) { s->failed = 1; return l; }
    for (int o = 0; o < out; o++)
        for (int k = 0; k < in; k++) l.w[(size_t)k * l.out + o] = next(s);
    for (int o = 0; o < out; o++) l.b[o] = next(s);
    return l;
}

static Norm read_norm(Engine *e, Source *s, int width) {
    Norm n = {read_plain(e, s, width), NULL};
    n.b = read_plain(e, s, width);
    return n;
}

/* In the order of ORDER in network.py. */
static void read_all(Engine *e, Source *s) {
    e->place_bias = read_plain(e, s, (size_t)e->places * WIDTH);
    e->table_in = read_linear(e, s, e->table, TABLE);
    e->place_in = read_linear(e, s, e->planes + MORE, WIDTH);
    e->table_to_place = read_linear(e, s, TABLE, WIDTH);
    e->edge_norm = read_norm(e, s, WIDTH);
    e->edge_here = read_linear(e, s, WIDTH, EDGE);
    e->edge_there = read_linear(e, s, WIDTH, EDGE);
    e->edge_out = read_linear(e, s, EDGE, WIDTH);
    for (int nth = 0; nth < BLOCKS; nth++) {
        Block *b = &e->blocks[nth];
        b->mixing = read_plain(e, s, (size_t)HEADS * e->places * e->places);
        b->norm = read_norm(e, s, WIDTH);
        b->mix_in = read_linear(e, s, WIDTH, WIDTH);
        b->pool = read_linear(e, s, POOLED, TABLE);
        b->up = read_linear(e, s, UP, UP);
        b->from_table = read_linear(e, s, TABLE, UP);
        b->down = read_linear(e, s, UP, WIDTH);
    }
    e->last_norm = read_norm(e, s, WIDTH);
    e->table_norm = read_norm(e, s, POOLED);
    e->top = read_linear(e, s, POOLED, TABLE);
    e->code = read_linear(e, s, TABLE, e->codes);
    e->point_in = read_linear(e, s, WIDTH, WIDTH);
    e->point_table = read_linear(e, s, TABLE, WIDTH);
    e->point_out = read_linear(e, s, WIDTH, 1);
    e->value_in = read_linear(e, s, TABLE, WIDTH);
    e->value = read_linear(e, s, WIDTH, SEATS);
}

static void Engine_dealloc(Engine *e) {
    free(e->memory); free(e->work); free(e->ends); free(e->row);
    Py_TYPE(e)->tp_free((PyObject *)e);
}

static int Engine_init(Engine *e, PyObject *args, PyObject *named) {
    Py_buffer edges = {0}, halves = {0};
    int failed = -1;
    if (e->memory) { PyErr_SetString(PyExc_ValueError, "an engine is made once"); return -1; }
    if (!PyArg_ParseTuple(args, "iiiiiiy*y*", &e->places, &e->planes, &e->table, &e->codes, &e->first, &e->armies, &edges, &halves))
        return -1;
    e->edges = (int)(edges.len / 8);
    e->numbers = e->planes * e->places + e->table;
    if (e->places < 1 || e->places > MOST_PLACES || e->planes < 1 || e->planes > 256 || e->table < 1 || e->table > MOST_INPUTS
        || e->codes < 1 || e->codes > MOST_INPUTS || e->first < 0 || e->first + e->places > e->codes || e->armies < 0
        || e->armies >= e->planes) {
        PyErr_SetString(PyExc_ValueError, "no shape of a network");
        goto done;
    }
    e->size = (size_t)halves.len / 2 + (size_t)(LANES + 1) * (MOST_INPUTS + TABLE + WIDTH * 8) + 4096;
    e->memory = calloc(e->size, sizeof(float));
    e->work = calloc((size_t)e->places * (2 * WIDTH + 2 * UP + LANES + e->planes + MORE) + 3 * POOLED + e->table + 64, sizeof(float));
    e->ends = malloc((size_t)edges.len + 8);
    e->row = malloc(2 * (size_t)e->numbers);
    if (!e->memory || !e->work || !e->ends || !e->row) { PyErr_NoMemory(); goto done; }
    memcpy(e->ends, edges.buf, (size_t)edges.len);
    for (int i = 0; i < 2 * e->edges; i++)
        if (e->ends[i] < 0 || e->ends[i] >= e->places) { PyErr_SetString(PyExc_ValueError, "no such place"); goto done; }
    Source s = {halves.buf, (const unsigned char *)halves.buf + halves.len, 0};
    read_all(e, &s);
    if (s.failed || s.at != s.end) { PyErr_SetString(PyExc_ValueError, "weights of another shape"); goto done; }
    failed = 0;
done:
    PyBuffer_Release(&edges);
    PyBuffer_Release(&halves);
    return failed;
}

/* evaluate(row, columns, base): a table's own row, where its numbers go, and the constants of the game. */
static PyObject *Engine_evaluate(Engine *e, PyObject *args) {
    Py_buffer row, columns, base;
    PyObject *answer = NULL;
    if (!e->row) { PyErr_SetString(PyExc_ValueError, "no network"); return NULL; }
    if (!PyArg_ParseTuple(args, "y*y*y*", &row, &columns, &base)) return NULL;
    Py_ssize_t count = row.len / 2;
    const int16_t *from = row.buf;
    const int32_t *to = columns.buf;
    int codes = padded(e->codes);
    if (columns.len != 4 * count || base.len != 2 * (Py_ssize_t)e->numbers) {
        PyErr_SetString(PyExc_ValueError, "a row of another table");
        goto done;
    }
    memcpy(e->row, base.buf, (size_t)base.len);
    for (Py_ssize_t i = 0; i < count; i++) if (to[i] >= 0 && to[i] < e->numbers) e->row[to[i]] = from[i];
    for (int i = 0; i < e->numbers; i++) if (e->row[i] == INT16_MIN) e->row[i] = INT16_MIN + 1;
    float *said = calloc((size_t)codes + LANES, sizeof(float));
    if (!said) { PyErr_NoMemory(); goto done; }
    run(e, e->row, said, said + codes);
    memmove(said + e->codes, said + codes, SEATS * sizeof(float));
    answer = PyBytes_FromStringAndSize((const char *)said, (Py_ssize_t)((e->codes + SEATS) * sizeof(float)));
    free(said);
done:
    PyBuffer_Release(&row); PyBuffer_Release(&columns); PyBuffer_Release(&base);
    return answer;
}

static PyMethodDef METHODS[] = {
    {"evaluate", (PyCFunction)Engine_evaluate, METH_VARARGS, "Scores of all codes, then logits of all seats' chances, as floats."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject EngineType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "kamchatka.players.admiral.engine.Engine",
    .tp_doc = "A network of one shape.",
    .tp_basicsize = sizeof(Engine),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = PyType_GenericNew,
    .tp_init = (initproc)Engine_init,
    .tp_dealloc = (destructor)Engine_dealloc,
    .tp_methods = METHODS,
};

static struct PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "engine", "The admiral's network, compiled.", -1, NULL};

PyMODINIT_FUNC PyInit_engine(void) {
    if (PyType_Ready(&EngineType) < 0) return NULL;
    PyObject *module = PyModule_Create(&MODULE);
    if (!module) return NULL;
    fill_logs();
    Py_INCREF(&EngineType);
    if (PyModule_AddObject(module, "Engine", (PyObject *)&EngineType) < 0) {
        Py_DECREF(&EngineType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
