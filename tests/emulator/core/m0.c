// SPDX-License-Identifier: MIT
// A Cortex-M0+ core for an emulated RP2040, with what the core touches most: the SIO's divider and spinlocks, the
// TIMER, SysTick and the NVIC. Everything else (USB, PIO, DMA, PWM, pads ...) is the chip model of rp2040py, in Python,
// and is reached through the callbacks rd() and wr().
//
// Knows nothing of CircuitPython or of boards. Not cycle-exact: an instruction costs what the M0+ manual says with
// memory that never waits; there is no flash cache to miss. One core only.
//
// Must stay in step with `State` in ../cortex.py: the fields of `M`, in this order.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;

enum {
    CYCLES_PER_US = 125,
    SP = 13,
    LR = 14,
    PC = 15,
    // Exception numbers.
    HARD_FAULT = 3,
    SVCALL = 11,
    PENDSV = 14,
    SYSTICK = 15,
    FIRST_IRQ = 16,
    NO_PRIORITY = 4,  // weaker than the four levels 0-3 that an M0+ has
};

static const u64 NEVER = ~0ull;

typedef struct M {
    u32 r[16];                                   // r[13] is the stack pointer in use, r[15] the next instruction
    u32 n, z, c, v;                              // flags, each 0 or 1
    u32 pm, spsel, npriv, banked_sp, mode, ipsr; // PRIMASK, CONTROL, the other stack pointer, handler mode, exception
    u32 line, swpend, enabled;                   // NVIC: level of each line, pended by software, enabled
    u32 prio[32];                                // 0 (strongest) to 3
    u32 vtor, shpr2, shpr3, pendsv, pendsvc, pendst;
    u32 waiting, event, check, inmmio;           // asleep in WFI/WFE, event register, look at interrupts again
    u64 cycles, limit, stop;                     // now, where m_run ends, the nearer of limit and the next alarm
    u64 instr;                                   // instructions run
    u8 *sram, *flash, *dpram, *bootrom;
    u32 (*rd)(u32 addr, u32 size);
    void (*wr)(u32 addr, u32 val, u32 size);
    u32 dvd, dvs, quo, rem, divcsr, divsigned, lock; // SIO divider; bit n of lock: spinlock n is taken
    u64 t0;                                      // cycle at which TIMER was 0
    u32 alarm[4], armed, inte, intf, intr, latch;
    u64 tnext;                                   // cycle of the next alarm
    u32 st_csr, st_rvr;                          // SysTick: counts, never interrupts
    u64 st_base;
    u32 stopreq, faults, lastfault;
    u32 trace;
} M;

// Where the loop has to look up: now, if there is something to look at.
static void set_stop(M *m) {
    m->stop = m->check || m->stopreq ? 0 : m->limit < m->tnext ? m->limit : m->tnext;
}

static void look_again(M *m) {
    m->check = 1;
    m->stop = 0;
}

M *m_new(void) {
    M *m = calloc(1, sizeof(M));
    return m;
}

// ---- TIMER: 64-bit microseconds and four alarms ----------------------------------------------------------------------

static inline u64 now_us(M *m) {
    return (m->cycles - m->t0) / CYCLES_PER_US;
}

static void timer_lines(M *m) {
    u32 status = (m->intr | m->intf) & m->inte;
    m->line = (m->line & ~15u) | (status & 15);
    look_again(m);
}

static void timer_sched(M *m) {
    u64 next = NEVER;
    u64 us = now_us(m);
    for (int i = 0; i < 4; i++) {
        if (m->armed >> i & 1) {
            u32 left = m->alarm[i] - (u32)us;
            u64 at = m->t0 + (us + left) * CYCLES_PER_US;
            if (at < next)
                next = at;
        }
    }
    m->tnext = next;
    set_stop(m);
}

static void timer_fire(M *m) {
    u64 us = now_us(m);
    for (int i = 0; i < 4; i++) {
        u32 late = (u32)us - m->alarm[i];
        if ((m->armed >> i & 1) && late < 0x80000000u) {
            m->armed &= ~(1u << i);
            m->intr |= 1u << i;
        }
    }
    timer_lines(m);
    timer_sched(m);
}

static u32 timer_rd(M *m, u32 offset) {
    u64 us = now_us(m);
    switch (offset) {
    case 0x08: return m->latch; // TIMEHR: the high half of the last TIMELR
    case 0x0c:
        m->latch = us >> 32;
        return (u32)us;
    case 0x10:
    case 0x14:
    case 0x18:
    case 0x1c: return m->alarm[(offset - 0x10) >> 2];
    case 0x20: return m->armed;
    case 0x24: return us >> 32;
    case 0x28: return (u32)us;
    case 0x2c: return 7;
    case 0x30: return 0;
    case 0x34: return m->intr;
    case 0x38: return m->inte;
    case 0x3c: return m->intf;
    case 0x40: return (m->intr | m->intf) & m->inte;
    }
    return 0;
}

// `alias`: 0 write, 1 XOR, 2 set bits, 3 clear bits, as the RP2040's address bits 12-13 say.
static u32 timer_aliased(M *m, u32 offset, u32 value, u32 alias) {
    u32 current = offset == 0x34 ? 0 : timer_rd(m, offset);
    if (offset == 0x20)
        current = m->armed;
    if (alias == 1)
        return current ^ value;
    if (alias == 2)
        return current | value;
    return offset == 0x34 ? value : current & ~value; // INTR: writing ones clears, whatever the alias
}

static void timer_wr(M *m, u32 offset, u32 value, u32 alias) {
    if (alias)
        value = timer_aliased(m, offset, value, alias);
    switch (offset) {
    case 0x10:
    case 0x14:
    case 0x18:
    case 0x1c: {
        int i = (offset - 0x10) >> 2;
        m->alarm[i] = value;
        m->armed |= 1u << i;
        timer_sched(m);
        break;
    }
    case 0x20:
        m->armed &= ~value;
        timer_sched(m);
        break;
    case 0x34:
        m->intr &= ~value;
        timer_lines(m);
        break;
    case 0x38:
        m->inte = value & 15;
        timer_lines(m);
        break;
    case 0x3c:
        m->intf = value & 15;
        timer_lines(m);
        break;
    }
}

void m_set_limit(M *m, u64 limit) {
    m->limit = limit;
    set_stop(m);
}

void m_set_irq(M *m, u32 irq, u32 level) {
    u32 bit = 1u << irq;
    if (!level) {
        m->line &= ~bit;
    } else if (!(m->line & bit)) {
        m->line |= bit;
        look_again(m);
    }
}

// ---- SIO: the divider and the spinlocks; 0 where the register is another one's ---------------------------------------

static void divide_signed(M *m) {
    s32 a = m->dvd, b = m->dvs;
    if (b == 0) {
        m->quo = a >= 0 ? ~0u : 1;
        m->rem = a;
    } else if (a == (s32)0x80000000 && b == -1) {
        m->quo = 0x80000000u;
        m->rem = 0;
    } else {
        m->quo = a / b;
        m->rem = a % b;
    }
}

static void divide_unsigned(M *m) {
    if (!m->dvs) {
        m->quo = ~0u;
        m->rem = m->dvd;
    } else {
        m->quo = m->dvd / m->dvs;
        m->rem = m->dvd % m->dvs;
    }
}

static void divide(M *m, u32 is_signed) {
    m->divsigned = is_signed;
    if (is_signed)
        divide_signed(m);
    else
        divide_unsigned(m);
    m->divcsr = 3;
}

static int is_spinlock(u32 offset) {
    return offset >= 0x100 && offset < 0x180;
}

static u32 spinlock_bit(u32 offset) {
    return 1u << ((offset - 0x100) >> 2);
}

static int sio_rd(M *m, u32 offset, u32 *value) {
    switch (offset) {
    case 0x00: *value = 0; return 1; // CPUID: core 0
    case 0x50: *value = 2; return 1; // FIFO to a core 1 that never answers: ready to be written
    case 0x58: *value = 0; return 1;
    case 0x5c: *value = m->lock; return 1;
    case 0x60:
    case 0x68: *value = m->dvd; return 1;
    case 0x64:
    case 0x6c: *value = m->dvs; return 1;
    case 0x70: *value = m->quo; m->divcsr &= ~2u; return 1;
    case 0x74: *value = m->rem; return 1;
    case 0x78: *value = m->divcsr; return 1;
    }
    if (!is_spinlock(offset))
        return 0;
    u32 bit = spinlock_bit(offset);
    *value = m->lock & bit ? 0 : bit;
    m->lock |= bit;
    return 1;
}

static int sio_wr(M *m, u32 offset, u32 value) {
    switch (offset) {
    case 0x50:
    case 0x54: return 1;
    case 0x60: m->dvd = value; divide(m, 0); return 1;
    case 0x64: m->dvs = value; divide(m, 0); return 1;
    case 0x68: m->dvd = value; divide(m, 1); return 1;
    case 0x6c: m->dvs = value; divide(m, 1); return 1;
    case 0x70: m->quo = value; m->divcsr = 3; return 1;
    case 0x74: m->rem = value; m->divcsr = 3; return 1;
    }
    if (!is_spinlock(offset))
        return 0;
    m->lock &= ~spinlock_bit(offset);
    return 1;
}

// ---- Private peripheral bus: SysTick, NVIC and the system control block ----------------------------------------------

static u32 systick_value(M *m) {
    if (!m->st_rvr)
        return 0;
    u64 ticks = (m->cycles - m->st_base) / ((m->st_csr & 4) ? 1 : CYCLES_PER_US);
    return m->st_rvr - (ticks % (m->st_rvr + 1));
}

static u32 four_priorities(M *m, u32 first) {
    u32 value = 0;
    for (int i = 0; i < 4; i++)
        value |= m->prio[first + i] << (8 * i + 6);
    return value;
}

static u32 ppb_rd(M *m, u32 offset) {
    if (offset >= 0x400 && offset < 0x420)
        return four_priorities(m, offset - 0x400);
    switch (offset) {
    case 0x010: return m->st_csr;
    case 0x014: return m->st_rvr;
    case 0x018: return systick_value(m);
    case 0x01c: return 0xc0000000u | 9999;
    case 0x100:
    case 0x180: return m->enabled;
    case 0x200:
    case 0x280: return m->line | m->swpend;
    case 0xd00: return 0x410cc601; // CPUID
    case 0xd04: return m->ipsr | (m->pendsv << 28) | (m->pendst << 26);
    case 0xd08: return m->vtor;
    case 0xd0c: return 0xfa050000;
    case 0xd10: return 0;
    case 0xd14: return 0x208;
    case 0xd1c: return m->shpr2;
    case 0xd20: return m->shpr3;
    case 0xd90: return 0x800; // MPU: eight regions, which protect nothing here
    }
    return 0;
}

static void icsr_wr(M *m, u32 value) {
    if (value & (1u << 28))
        m->pendsv = 1;
    if (value & (1u << 27))
        m->pendsv = 0;
    if (value & (1u << 26))
        m->pendst = 1;
    if (value & (1u << 25))
        m->pendst = 0;
}

static void ppb_wr(M *m, u32 offset, u32 value) {
    look_again(m);
    if (offset >= 0x400 && offset < 0x420) {
        for (int i = 0; i < 4; i++)
            m->prio[(offset - 0x400) + i] = (value >> (8 * i + 6)) & 3;
        return;
    }
    switch (offset) {
    case 0x010: m->st_csr = value & 7; break;
    case 0x014: m->st_rvr = value & 0xffffff; break;
    case 0x018: m->st_base = m->cycles; break;
    case 0x100: m->enabled |= value; break;
    case 0x180: m->enabled &= ~value; break;
    case 0x200: m->swpend |= value; break;
    case 0x280: m->swpend &= ~value; break;
    case 0xd04: icsr_wr(m, value); break;
    case 0xd08: m->vtor = value & ~0xffu; break;
    case 0xd0c:
        if ((value >> 16) == 0x5fa && (value & 4)) // SYSRESETREQ with its key
            m->wr(0xe000ed0c, value, 4);
        break;
    case 0xd1c: m->shpr2 = value; break;
    case 0xd20: m->shpr3 = value; break;
    }
}

// ---- The bus: SRAM and flash at once, all else by address ------------------------------------------------------------

static inline int is_sram(u32 a) {
    return (u32)(a - 0x20000000u) < 0x42000u;
}

static inline int is_flash(u32 a) {
    return (a >> 26) == 4;
}

static inline int is_sio(u32 a) {
    return (a >> 28) == 0xd;
}

static inline int is_ppb(u32 a) {
    return (a >> 12) == 0xe000e;
}

static inline int is_timer(u32 a) {
    return (a & 0xffff0000u) == 0x40050000u && (a & 0xc000) == 0x4000;
}

static inline int is_dpram(u32 a) {
    return (a >> 16) == 0x5010 && (a & 0xffff) < 0x1000;
}

// A register word with the 8 or 16 bits at `a` replaced.
static u32 merged(u32 current, u32 a, u32 value, u32 size) {
    u32 shift = (a & 3) * 8;
    u32 mask = (size == 1 ? 0xffu : 0xffffu) << shift;
    return (current & ~mask) | ((value << shift) & mask);
}

static u32 slow_word(M *m, u32 al) {
    u32 word;
    if (al < 0x4000)
        return *(u32 *)(m->bootrom + al);
    if (is_dpram(al))
        return *(u32 *)(m->dpram + (al & 0xfff));
    if (is_sio(al))
        return sio_rd(m, al & 0xfff, &word) ? word : m->rd(al, 4);
    if (is_ppb(al))
        return ppb_rd(m, al & 0xfff);
    if (is_timer(al))
        return timer_rd(m, al & 0xfff);
    return m->rd(al, 4);
}

static u32 slow_rd(M *m, u32 a, u32 size) {
    if ((a >> 24) == 0x21 && (a & 0xffffff) < 0x40000) // SRAM banks, not striped
        return m->rd(a, size);
    u32 word = slow_word(m, a & ~3u);
    if (size == 4)
        return word;
    if (size == 2)
        return (word >> ((a & 2) * 8)) & 0xffff;
    return (word >> ((a & 3) * 8)) & 0xff;
}

static void slow_wr(M *m, u32 a, u32 value, u32 size) {
    u32 al = a & ~3u;
    u32 word = value; // a narrow write to a peripheral appears on every lane
    if (size == 2)
        word = (value & 0xffff) * 0x10001u;
    if (size == 1)
        word = (value & 0xff) * 0x01010101u;
    if (is_sio(a)) {
        if (!sio_wr(m, al & 0xfff, word))
            m->wr(al, word, 4);
    } else if (is_ppb(a)) {
        if (size != 4)
            word = merged(ppb_rd(m, al & 0xfff), a, value, size);
        ppb_wr(m, al & 0xfff, word);
    } else if (is_timer(a)) {
        timer_wr(m, al & 0xfff, word, (a >> 12) & 3);
    } else if (is_dpram(a)) {
        if (size != 4)
            word = merged(*(u32 *)(m->dpram + (al & 0xfff)), a, value, size);
        m->wr(al, word, 4);
    } else if ((a >> 28) == 1 && (a >> 24) < 0x14) {
        // Flash in execute-in-place: writes do nothing.
    } else {
        m->wr(al, word, 4);
    }
}

static inline u32 ld32(M *m, u32 a) {
    if (is_sram(a))
        return *(u32 *)(m->sram + (a - 0x20000000u));
    if (is_flash(a))
        return *(u32 *)(m->flash + (a & 0xffffff));
    return slow_rd(m, a, 4);
}

static inline u32 ld16(M *m, u32 a) {
    if (is_sram(a))
        return *(u16 *)(m->sram + (a - 0x20000000u));
    if (is_flash(a))
        return *(u16 *)(m->flash + (a & 0xffffff));
    return slow_rd(m, a, 2);
}

static inline u32 ld8(M *m, u32 a) {
    if (is_sram(a))
        return m->sram[a - 0x20000000u];
    if (is_flash(a))
        return m->flash[a & 0xffffff];
    return slow_rd(m, a, 1);
}

static inline void st32(M *m, u32 a, u32 value) {
    if (is_sram(a))
        *(u32 *)(m->sram + (a - 0x20000000u)) = value;
    else
        slow_wr(m, a, value, 4);
}

static inline void st16(M *m, u32 a, u32 value) {
    if (is_sram(a))
        *(u16 *)(m->sram + (a - 0x20000000u)) = value;
    else
        slow_wr(m, a, value, 2);
}

static inline void st8(M *m, u32 a, u32 value) {
    if (is_sram(a))
        m->sram[a - 0x20000000u] = value;
    else
        slow_wr(m, a, value, 1);
}

static inline u32 memory_cycles(u32 a) {
    return is_sio(a) ? 1 : 2;
}

// ---- Exceptions ------------------------------------------------------------------------------------------------------

static void use_stack(M *m, u32 spsel) {
    if (m->spsel != spsel) {
        u32 other = m->r[SP];
        m->r[SP] = m->banked_sp;
        m->banked_sp = other;
        m->spsel = spsel;
    }
}

static void set_flags(M *m, u32 psr) {
    m->n = psr >> 31;
    m->z = psr >> 30 & 1;
    m->c = psr >> 29 & 1;
    m->v = psr >> 28 & 1;
}

static u32 xpsr(M *m) {
    return (m->n << 31) | (m->z << 30) | (m->c << 29) | (m->v << 28) | (1u << 24) | m->ipsr;
}

static void exc_entry(M *m, u32 number) {
    u32 sp = m->r[SP], aligned = (sp >> 2) & 1;
    sp = (sp - 0x20) & ~4u;
    m->r[SP] = sp;
    st32(m, sp, m->r[0]);
    st32(m, sp + 4, m->r[1]);
    st32(m, sp + 8, m->r[2]);
    st32(m, sp + 12, m->r[3]);
    st32(m, sp + 16, m->r[12]);
    st32(m, sp + 20, m->r[LR]);
    st32(m, sp + 24, m->r[PC] & ~1u);
    st32(m, sp + 28, (xpsr(m) & ~(1u << 9)) | (aligned << 9));
    m->r[LR] = m->mode ? 0xfffffff1u : (m->spsel ? 0xfffffffdu : 0xfffffff9u);
    m->mode = 1;
    m->ipsr = number;
    use_stack(m, 0);
    m->event = 1;
    m->r[PC] = ld32(m, m->vtor + 4 * number) & ~1u;
    m->cycles += 15;
}

static void exc_return(M *m, u32 target) {
    u32 how = target & 15;
    if (how == 1) {
        m->mode = 1;
        use_stack(m, 0);
    } else if (how == 9) {
        m->mode = 0;
        use_stack(m, 0);
    } else if (how == 13) {
        m->mode = 0;
        use_stack(m, 1);
    }
    u32 sp = m->r[SP];
    m->r[0] = ld32(m, sp);
    m->r[1] = ld32(m, sp + 4);
    m->r[2] = ld32(m, sp + 8);
    m->r[3] = ld32(m, sp + 12);
    m->r[12] = ld32(m, sp + 16);
    m->r[LR] = ld32(m, sp + 20);
    m->r[PC] = ld32(m, sp + 24) & ~1u;
    u32 psr = ld32(m, sp + 28);
    m->r[SP] = (sp + 0x20) | ((psr >> 9 & 1) << 2);
    set_flags(m, psr);
    m->ipsr = psr & 0x3f;
    look_again(m);
    m->event = 1;
    m->cycles += 10;
}

static int exc_prio(M *m, u32 number) {
    switch (number) {
    case 2: return -2;
    case HARD_FAULT: return -1;
    case SVCALL: return m->shpr2 >> 30;
    case PENDSV: return m->shpr3 >> 22 & 3;
    case SYSTICK: return m->shpr3 >> 30;
    }
    return number >= FIRST_IRQ ? (int)m->prio[number - FIRST_IRQ] : NO_PRIORITY;
}

static void pick_system(M *m, u32 number, u32 pending, int *priority, u32 *best) {
    int own = exc_prio(m, number);
    if (pending && own < *priority) {
        *priority = own;
        *best = number;
    }
}

// The pending exception stronger than `priority` that comes next, or 0.
static u32 pick(M *m, int priority) {
    u32 best = 0;
    pick_system(m, SVCALL, m->pendsvc, &priority, &best);
    pick_system(m, PENDSV, m->pendsv, &priority, &best);
    pick_system(m, SYSTICK, m->pendst, &priority, &best);
    u32 pending = (m->line | m->swpend) & m->enabled;
    while (pending) {
        int i = __builtin_ctz(pending);
        pending &= pending - 1;
        if ((int)m->prio[i] < priority) {
            priority = m->prio[i];
            best = FIRST_IRQ + i;
        }
    }
    return best;
}

static void take(M *m, u32 number) {
    if (number == SVCALL)
        m->pendsvc = 0;
    else if (number == PENDSV)
        m->pendsv = 0;
    else if (number == SYSTICK)
        m->pendst = 0;
    else
        m->swpend &= ~(1u << (number - FIRST_IRQ));
    m->waiting = 0;
    exc_entry(m, number);
}

// Whether an exception was taken. PRIMASK keeps one from being taken, not from waking the core.
static int irq_check(M *m) {
    int priority = m->ipsr ? exc_prio(m, m->ipsr) : NO_PRIORITY;
    if (m->waiting) {
        if (pick(m, priority))
            m->waiting = 0;
        if (m->pm)
            return 0;
    } else if (m->pm && priority > 0) {
        priority = 0;
    }
    u32 number = pick(m, priority);
    if (!number)
        return 0;
    take(m, number);
    return 1;
}

static void fault(M *m, u32 pc) {
    m->faults++;
    m->lastfault = pc;
    m->r[PC] = pc;
    exc_entry(m, HARD_FAULT);
}

// A reset: everything to its start value but the clock, the memories and the callbacks.
void m_reset(M *m) {
    M old = *m;
    memset(m, 0, sizeof *m);
    m->sram = old.sram;
    m->flash = old.flash;
    m->dpram = old.dpram;
    m->bootrom = old.bootrom;
    m->rd = old.rd;
    m->wr = old.wr;
    m->cycles = old.cycles;
    m->limit = old.limit;
    m->instr = old.instr;
    m->t0 = old.cycles;
    m->tnext = NEVER;
    m->stop = old.limit;
    m->r[SP] = *(u32 *)m->bootrom & ~3u;
    m->r[PC] = ((u32 *)m->bootrom)[1] & ~1u;
    m->banked_sp = 0xfffffffc;
}

// ---- Instructions. Each group returns its cycles, or BAD for what an M0+ faults on -----------------------------------

static const u32 BAD = ~0u;

static inline void set_nz(M *m, u32 value) {
    m->n = value >> 31;
    m->z = !value;
}

static inline u32 add(M *m, u32 a, u32 b, u32 carry) {
    u64 sum = (u64)a + b + carry;
    u32 result = (u32)sum;
    m->c = sum >> 32;
    m->v = (~(a ^ b) & (a ^ result)) >> 31;
    set_nz(m, result);
    return result;
}

static inline void branch_exchange(M *m, u32 target) {
    if (m->mode && (target >> 28) == 0xf)
        exc_return(m, target);
    else
        m->r[PC] = target & ~1u;
}

// By the flags NZCV: bit n is whether condition n (EQ, NE, CS, CC ... GT, LE) holds. A table, for a branch on the
// condition would be mispredicted by the machine that emulates.
static const u16 HOLDS[16] = {
    0x16aa, 0x2a6a, 0x15a6, 0x2966, 0x26a9, 0x2a69, 0x26a5, 0x2a65,
    0x2a9a, 0x165a, 0x2996, 0x1556, 0x2a99, 0x2659, 0x2a95, 0x2655,
};

static inline int holds(M *m, u32 condition) {
    return HOLDS[m->n << 3 | m->z << 2 | m->c << 1 | m->v] >> condition & 1;
}

static inline void shift_left_imm(M *m, u32 op) {
    u32 by = (op >> 6) & 31, value = m->r[(op >> 3) & 7];
    if (by) {
        m->c = (value >> (32 - by)) & 1;
        value <<= by;
    }
    m->r[op & 7] = value;
    set_nz(m, value);
}

static inline void shift_right_imm(M *m, u32 op) {
    u32 by = (op >> 6) & 31, value = m->r[(op >> 3) & 7];
    if (by) {
        m->c = (value >> (by - 1)) & 1;
        value >>= by;
    } else { // LSR #32
        m->c = value >> 31;
        value = 0;
    }
    m->r[op & 7] = value;
    set_nz(m, value);
}

static inline void shift_arithmetic_imm(M *m, u32 op) {
    u32 by = (op >> 6) & 31, value = m->r[(op >> 3) & 7];
    if (by) {
        m->c = ((s32)value >> (by - 1)) & 1;
        value = (s32)value >> by;
    } else { // ASR #32
        m->c = value >> 31;
        value = (s32)value >> 31;
    }
    m->r[op & 7] = value;
    set_nz(m, value);
}

static inline void add_sub_three(M *m, u32 op) {
    u32 d = op & 7, a = m->r[(op >> 3) & 7], x = (op >> 6) & 7;
    switch ((op >> 9) & 3) {
    case 0: m->r[d] = add(m, a, m->r[x], 0); break;
    case 1: m->r[d] = add(m, a, ~m->r[x], 1); break;
    case 2: m->r[d] = add(m, a, x, 0); break;
    case 3: m->r[d] = add(m, a, ~x, 1); break;
    }
}

static inline u32 shifted_left(M *m, u32 a, u32 by) {
    if (!by)
        return a;
    m->c = by < 32 ? (a >> (32 - by)) & 1 : by == 32 ? a & 1 : 0;
    return by < 32 ? a << by : 0;
}

static inline u32 shifted_right(M *m, u32 a, u32 by) {
    if (!by)
        return a;
    m->c = by < 32 ? (a >> (by - 1)) & 1 : by == 32 ? a >> 31 : 0;
    return by < 32 ? a >> by : 0;
}

static inline u32 shifted_arithmetic(M *m, u32 a, u32 by) {
    if (!by)
        return a;
    m->c = by < 32 ? ((s32)a >> (by - 1)) & 1 : a >> 31;
    return by < 32 ? (s32)a >> by : (s32)a >> 31;
}

static inline u32 rotated(M *m, u32 a, u32 by) {
    if (!by)
        return a;
    by &= 31;
    if (by)
        a = (a >> by) | (a << (32 - by));
    m->c = a >> 31;
    return a;
}

// A result that sets N and Z.
static inline void put(M *m, u32 d, u32 value) {
    m->r[d] = value;
    set_nz(m, value);
}

static inline void data_processing(M *m, u32 op, u32 kind) {
    u32 d = op & 7, a = m->r[d], b = m->r[(op >> 3) & 7];
    switch (kind) {
    case 0: put(m, d, a & b); break;
    case 1: put(m, d, a ^ b); break;
    case 2: put(m, d, shifted_left(m, a, b & 255)); break;
    case 3: put(m, d, shifted_right(m, a, b & 255)); break;
    case 4: put(m, d, shifted_arithmetic(m, a, b & 255)); break;
    case 5: m->r[d] = add(m, a, b, m->c); break;
    case 6: m->r[d] = add(m, a, ~b, m->c); break;
    case 7: put(m, d, rotated(m, a, b & 255)); break;
    case 8: set_nz(m, a & b); break;
    case 9: m->r[d] = add(m, ~b, 0, 1); break;
    case 10: add(m, a, ~b, 1); break;
    case 11: add(m, a, b, 0); break;
    case 12: put(m, d, a | b); break;
    case 13: put(m, d, a * b); break;
    case 14: put(m, d, a & ~b); break;
    case 15: put(m, d, ~b); break;
    }
}

// A result in any register: the PC loses its lowest bit, the SP its lowest two.
static inline u32 put_high(M *m, u32 rd, u32 value) {
    if (rd == PC) {
        m->r[PC] = value & ~1u;
        return 2;
    }
    m->r[rd] = rd == SP ? value & ~3u : value;
    return 1;
}

static inline u32 high_registers(M *m, u32 op, u32 pc, u32 kind) {
    u32 rm = (op >> 3) & 15, rd = (op & 7) | ((op >> 4) & 8);
    u32 b = rm == PC ? pc + 4 : m->r[rm];
    u32 a = rd == PC ? pc + 4 : m->r[rd];
    switch (kind) {
    case 0: return put_high(m, rd, a + b);
    case 1: add(m, a, ~b, 1); return 1;
    case 2: return put_high(m, rd, b);
    }
    if (op & 0x80) { // BLX
        m->r[LR] = (pc + 2) | 1;
        m->r[PC] = b & ~1u;
    } else {
        branch_exchange(m, b);
    }
    return 2;
}

static inline u32 register_address(M *m, u32 op) {
    return m->r[(op >> 3) & 7] + m->r[(op >> 6) & 7];
}

static inline u32 store_register(M *m, u32 op, u32 size) {
    u32 a = register_address(m, op), value = m->r[op & 7];
    if (a & (size - 1))
        return BAD;
    if (size == 4)
        st32(m, a, value);
    else if (size == 2)
        st16(m, a, value);
    else
        st8(m, a, value);
    return memory_cycles(a);
}

static inline u32 load_register(M *m, u32 op, u32 size, int is_signed) {
    u32 a = register_address(m, op);
    if (a & (size - 1))
        return BAD;
    u32 value = size == 4 ? ld32(m, a) : size == 2 ? ld16(m, a) : ld8(m, a);
    if (is_signed)
        value = size == 2 ? (s32)(int16_t)value : (s32)(int8_t)value;
    m->r[op & 7] = value;
    return memory_cycles(a);
}

static inline u32 load_store_word(M *m, u32 op, int is_load) {
    u32 a = m->r[(op >> 3) & 7] + ((op >> 6) & 31) * 4;
    if (a & 3)
        return BAD;
    if (is_load)
        m->r[op & 7] = ld32(m, a);
    else
        st32(m, a, m->r[op & 7]);
    return memory_cycles(a);
}

static inline u32 load_store_byte(M *m, u32 op, int is_load) {
    u32 a = m->r[(op >> 3) & 7] + ((op >> 6) & 31);
    if (is_load)
        m->r[op & 7] = ld8(m, a);
    else
        st8(m, a, m->r[op & 7]);
    return memory_cycles(a);
}

static inline u32 load_store_half(M *m, u32 op, int is_load) {
    u32 a = m->r[(op >> 3) & 7] + ((op >> 6) & 31) * 2;
    if (a & 1)
        return BAD;
    if (is_load)
        m->r[op & 7] = ld16(m, a);
    else
        st16(m, a, m->r[op & 7]);
    return memory_cycles(a);
}

static inline void extend(M *m, u32 op) {
    u32 d = op & 7, value = m->r[(op >> 3) & 7];
    switch ((op >> 6) & 3) {
    case 0: m->r[d] = (s32)(int16_t)value; break;
    case 1: m->r[d] = (s32)(int8_t)value; break;
    case 2: m->r[d] = value & 0xffff; break;
    case 3: m->r[d] = value & 0xff; break;
    }
}

static inline u32 store_list(M *m, u32 list, u32 a) {
    for (; list; list &= list - 1, a += 4)
        st32(m, a, m->r[__builtin_ctz(list)]);
    return a;
}

static inline u32 load_list(M *m, u32 list, u32 a) {
    for (; list; list &= list - 1, a += 4)
        m->r[__builtin_ctz(list)] = ld32(m, a);
    return a;
}

// Bits set in a register list.
static inline u32 ones(u32 list) {
    static const u8 NIBBLE[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return NIBBLE[list & 15] + NIBBLE[list >> 4 & 15] + (list >> 8);
}

static inline u32 push(M *m, u32 op) {
    u32 count = ones(op & 0x1ff), a = m->r[SP] - 4 * count;
    m->r[SP] = a;
    a = store_list(m, op & 0xff, a);
    if (op & 0x100)
        st32(m, a, m->r[LR]);
    return 1 + count;
}

static inline u32 pop(M *m, u32 op) {
    u32 count = ones(op & 0x1ff), a = load_list(m, op & 0xff, m->r[SP]);
    if (!(op & 0x100)) {
        m->r[SP] = a;
        return 1 + count;
    }
    u32 target = ld32(m, a);
    m->r[SP] = a + 4;
    branch_exchange(m, target);
    return 3 + count;
}

static inline u32 reverse(M *m, u32 op) {
    u32 d = op & 7, value = m->r[(op >> 3) & 7];
    switch ((op >> 6) & 3) {
    case 0: m->r[d] = __builtin_bswap32(value); return 1;
    case 1: m->r[d] = ((value & 0xff00ff) << 8) | ((value >> 8) & 0xff00ff); return 1;
    case 3: m->r[d] = (s32)(int16_t)__builtin_bswap16(value & 0xffff); return 1;
    }
    return BAD;
}

static inline u32 hint(M *m, u32 kind) {
    switch (kind) {
    case 0x20: // WFE
        if (m->event) {
            m->event = 0;
        } else {
            m->waiting = 1;
            look_again(m);
        }
        return 2;
    case 0x30: // WFI
        m->waiting = 1;
        look_again(m);
        return 2;
    case 0x40: // SEV
        m->event = 1;
    }
    return 1;
}

static inline void adjust_stack(M *m, u32 op) {
    u32 offset = (op & 0x7f) * 4;
    m->r[SP] += op & 0x80 ? -offset : offset;
}

static inline void set_primask(M *m, u32 op) {
    m->pm = (op >> 4) & 1;
    look_again(m);
}

static inline void supervisor_call(M *m) {
    m->pendsvc = 1;
    look_again(m);
}

static inline u32 store_multiple(M *m, u32 op) {
    u32 base = (op >> 8) & 7;
    m->r[base] = store_list(m, op & 255, m->r[base]);
    return 1 + ones(op & 255);
}

static inline u32 load_multiple(M *m, u32 op) {
    u32 base = (op >> 8) & 7, end = load_list(m, op & 255, m->r[base]);
    if (!(op >> base & 1))
        m->r[base] = end;
    return 1 + ones(op & 255);
}

static inline u32 branch_if(M *m, u32 op, u32 pc) {
    if (!holds(m, (op >> 8) & 15))
        return 1;
    m->r[PC] = pc + 4 + ((s32)(int8_t)(op & 255)) * 2;
    return 2;
}

static inline u32 branch_link(M *m, u32 op, u32 second, u32 pc) {
    u32 sign = (op >> 10) & 1, j1 = (second >> 13) & 1, j2 = (second >> 11) & 1;
    u32 offset = (sign << 24) | ((!(j1 ^ sign)) << 23) | ((!(j2 ^ sign)) << 22);
    offset |= ((op & 0x3ff) << 12) | ((second & 0x7ff) << 1);
    m->r[LR] = (pc + 4) | 1;
    m->r[PC] = pc + 4 + (((s32)(offset << 7)) >> 7);
    return 3;
}

static inline void to_special(M *m, u32 which, u32 value) {
    switch (which) {
    case 0:
    case 1:
    case 2:
    case 3: set_flags(m, value); break;
    case 8: *(m->spsel ? &m->banked_sp : &m->r[SP]) = value & ~3u; break;
    case 9: *(m->spsel ? &m->r[SP] : &m->banked_sp) = value & ~3u; break;
    case 16:
        m->pm = value & 1;
        look_again(m);
        break;
    case 20:
        m->npriv = value & 1;
        if (!m->mode)
            use_stack(m, value >> 1 & 1);
        break;
    }
}

static inline u32 from_special(M *m, u32 which) {
    switch (which) {
    case 0: return xpsr(m) & 0xf0000000u;
    case 3: return xpsr(m);
    case 5: return m->ipsr;
    case 8: return m->spsel ? m->banked_sp : m->r[SP];
    case 9: return m->spsel ? m->r[SP] : m->banked_sp;
    case 16: return m->pm;
    case 20: return (m->spsel << 1) | m->npriv;
    }
    return 0;
}

static inline u32 wide(M *m, u32 op, u32 pc) {
    u32 second = ld16(m, pc + 2);
    if ((second & 0xd000) == 0xd000)
        return branch_link(m, op, second, pc);
    m->r[PC] = pc + 4;
    if ((op & 0xffe0) == 0xf380 && (second & 0xff00) == 0x8800)
        to_special(m, second & 255, m->r[op & 15]);
    else if ((op & 0xfff0) == 0xf3e0 && (second & 0xf000) == 0x8000)
        m->r[(second >> 8) & 15] = from_special(m, second & 255);
    else if ((op & 0xfff0) != 0xf3b0) // not a barrier either
        return BAD;
    return 3;
}

// ---- The loop: each handler ends by jumping to the next instruction's own ------------------------------------------

typedef void Handler(M *m, u32 op, u32 pc);
static Handler *const HANDLERS[1024];

static inline int fetch(M *m, u32 pc, u32 *op) {
    if (is_flash(pc))
        *op = *(u16 *)(m->flash + (pc & 0xffffff));
    else if (is_sram(pc))
        *op = *(u16 *)(m->sram + (pc - 0x20000000u));
    else if (pc < 0x4000)
        *op = *(u16 *)(m->bootrom + pc);
    else
        return 0;
    return 1;
}

// A call in the last place, which the compiler makes a jump: one for each handler, so that the machine that emulates
// can learn what follows what.
static inline __attribute__((always_inline)) void next(M *m) {
    u32 pc = m->r[PC], op;
    if (m->cycles >= m->stop)
        return;
    if (!fetch(m, pc, &op)) {
        fault(m, pc);
        m->stop = 0; // m_run goes on
        return;
    }
    m->r[PC] = pc + 2;
    m->instr++;
    HANDLERS[op >> 6](m, op, pc);
}

// What takes `cycles`, or faults.
static inline __attribute__((always_inline)) void ended(M *m, u32 cycles, u32 pc) {
    if (cycles == BAD) {
        fault(m, pc);
        cycles = 1;
    }
    m->cycles += cycles;
    next(m);
}

#define HANDLER(name, taking) \
    static void name(M *m, u32 op, u32 pc) { \
        u32 *r = m->r, i8 = op & 255, d8 = (op >> 8) & 7; \
        (void)r, (void)i8, (void)d8; \
        ended(m, taking, pc); \
    }

HANDLER(on_bad, BAD)
HANDLER(on_lsl, (shift_left_imm(m, op), 1))
HANDLER(on_lsr, (shift_right_imm(m, op), 1))
HANDLER(on_asr, (shift_arithmetic_imm(m, op), 1))
HANDLER(on_add_sub, (add_sub_three(m, op), 1))
HANDLER(on_mov, (put(m, d8, i8), 1))
HANDLER(on_cmp, (add(m, r[d8], ~i8, 1), 1))
HANDLER(on_add, (r[d8] = add(m, r[d8], i8, 0), 1))
HANDLER(on_sub, (r[d8] = add(m, r[d8], ~i8, 1), 1))
HANDLER(on_and, (data_processing(m, op, 0), 1))
HANDLER(on_eor, (data_processing(m, op, 1), 1))
HANDLER(on_lsl_by, (data_processing(m, op, 2), 1))
HANDLER(on_lsr_by, (data_processing(m, op, 3), 1))
HANDLER(on_asr_by, (data_processing(m, op, 4), 1))
HANDLER(on_adc, (data_processing(m, op, 5), 1))
HANDLER(on_sbc, (data_processing(m, op, 6), 1))
HANDLER(on_ror_by, (data_processing(m, op, 7), 1))
HANDLER(on_tst, (data_processing(m, op, 8), 1))
HANDLER(on_neg, (data_processing(m, op, 9), 1))
HANDLER(on_cmp_low, (data_processing(m, op, 10), 1))
HANDLER(on_cmn, (data_processing(m, op, 11), 1))
HANDLER(on_orr, (data_processing(m, op, 12), 1))
HANDLER(on_mul, (data_processing(m, op, 13), 1))
HANDLER(on_bic, (data_processing(m, op, 14), 1))
HANDLER(on_mvn, (data_processing(m, op, 15), 1))
HANDLER(on_add_high, high_registers(m, op, pc, 0))
HANDLER(on_cmp_high, high_registers(m, op, pc, 1))
HANDLER(on_mov_high, high_registers(m, op, pc, 2))
HANDLER(on_bx, high_registers(m, op, pc, 3))
HANDLER(on_ldr_pc, (r[d8] = ld32(m, ((pc + 4) & ~3u) + i8 * 4), 2))
HANDLER(on_str, store_register(m, op, 4))
HANDLER(on_strh, store_register(m, op, 2))
HANDLER(on_strb, store_register(m, op, 1))
HANDLER(on_ldrsb, load_register(m, op, 1, 1))
HANDLER(on_ldr, load_register(m, op, 4, 0))
HANDLER(on_ldrh, load_register(m, op, 2, 0))
HANDLER(on_ldrb, load_register(m, op, 1, 0))
HANDLER(on_ldrsh, load_register(m, op, 2, 1))
HANDLER(on_store_word, load_store_word(m, op, 0))
HANDLER(on_load_word, load_store_word(m, op, 1))
HANDLER(on_store_byte, load_store_byte(m, op, 0))
HANDLER(on_load_byte, load_store_byte(m, op, 1))
HANDLER(on_store_half, load_store_half(m, op, 0))
HANDLER(on_load_half, load_store_half(m, op, 1))
HANDLER(on_str_sp, (st32(m, r[SP] + i8 * 4, r[d8]), 2))
HANDLER(on_ldr_sp, (r[d8] = ld32(m, r[SP] + i8 * 4), 2))
HANDLER(on_adr, (r[d8] = ((pc + 4) & ~3u) + i8 * 4, 1))
HANDLER(on_add_sp, (r[d8] = r[SP] + i8 * 4, 1))
HANDLER(on_adjust, (adjust_stack(m, op), 1))
HANDLER(on_extend, (extend(m, op), 1))
HANDLER(on_push, push(m, op))
HANDLER(on_cps, (set_primask(m, op), 1))
HANDLER(on_reverse, reverse(m, op))
HANDLER(on_pop, pop(m, op))
HANDLER(on_hint, hint(m, i8))
HANDLER(on_stm, store_multiple(m, op))
HANDLER(on_ldm, load_multiple(m, op))
HANDLER(on_branch_if, branch_if(m, op, pc))
HANDLER(on_svc, (supervisor_call(m), 1))
HANDLER(on_branch, (r[PC] = pc + 4 + (((s32)(op << 21)) >> 20), 2))
HANDLER(on_wide, wide(m, op, pc))

// By the upper ten bits; most are told by the upper byte.
#define BYTES(first, last) [(first) << 2 ... (last) << 2 | 3]
static Handler *const HANDLERS[1024] = {
    BYTES(0x00, 0x07) = on_lsl,
    BYTES(0x08, 0x0f) = on_lsr,
    BYTES(0x10, 0x17) = on_asr,
    BYTES(0x18, 0x1f) = on_add_sub,
    BYTES(0x20, 0x27) = on_mov,
    BYTES(0x28, 0x2f) = on_cmp,
    BYTES(0x30, 0x37) = on_add,
    BYTES(0x38, 0x3f) = on_sub,
    [0x100] = on_and,
    [0x101] = on_eor,
    [0x102] = on_lsl_by,
    [0x103] = on_lsr_by,
    [0x104] = on_asr_by,
    [0x105] = on_adc,
    [0x106] = on_sbc,
    [0x107] = on_ror_by,
    [0x108] = on_tst,
    [0x109] = on_neg,
    [0x10a] = on_cmp_low,
    [0x10b] = on_cmn,
    [0x10c] = on_orr,
    [0x10d] = on_mul,
    [0x10e] = on_bic,
    [0x10f] = on_mvn,
    BYTES(0x44, 0x44) = on_add_high,
    BYTES(0x45, 0x45) = on_cmp_high,
    BYTES(0x46, 0x46) = on_mov_high,
    BYTES(0x47, 0x47) = on_bx,
    BYTES(0x48, 0x4f) = on_ldr_pc,
    BYTES(0x50, 0x51) = on_str,
    BYTES(0x52, 0x53) = on_strh,
    BYTES(0x54, 0x55) = on_strb,
    BYTES(0x56, 0x57) = on_ldrsb,
    BYTES(0x58, 0x59) = on_ldr,
    BYTES(0x5a, 0x5b) = on_ldrh,
    BYTES(0x5c, 0x5d) = on_ldrb,
    BYTES(0x5e, 0x5f) = on_ldrsh,
    BYTES(0x60, 0x67) = on_store_word,
    BYTES(0x68, 0x6f) = on_load_word,
    BYTES(0x70, 0x77) = on_store_byte,
    BYTES(0x78, 0x7f) = on_load_byte,
    BYTES(0x80, 0x87) = on_store_half,
    BYTES(0x88, 0x8f) = on_load_half,
    BYTES(0x90, 0x97) = on_str_sp,
    BYTES(0x98, 0x9f) = on_ldr_sp,
    BYTES(0xa0, 0xa7) = on_adr,
    BYTES(0xa8, 0xaf) = on_add_sp,
    BYTES(0xb0, 0xb0) = on_adjust,
    BYTES(0xb1, 0xb1) = on_bad,
    BYTES(0xb2, 0xb2) = on_extend,
    BYTES(0xb3, 0xb3) = on_bad,
    BYTES(0xb4, 0xb5) = on_push,
    BYTES(0xb6, 0xb6) = on_cps,
    BYTES(0xb7, 0xb9) = on_bad,
    BYTES(0xba, 0xba) = on_reverse,
    BYTES(0xbb, 0xbb) = on_bad,
    BYTES(0xbc, 0xbd) = on_pop,
    BYTES(0xbe, 0xbe) = on_bad,
    BYTES(0xbf, 0xbf) = on_hint,
    BYTES(0xc0, 0xc7) = on_stm,
    BYTES(0xc8, 0xcf) = on_ldm,
    BYTES(0xd0, 0xdd) = on_branch_if,
    BYTES(0xde, 0xde) = on_bad,
    BYTES(0xdf, 0xdf) = on_svc,
    BYTES(0xe0, 0xe7) = on_branch,
    BYTES(0xe8, 0xef) = on_bad,
    BYTES(0xf0, 0xf7) = on_wide,
    BYTES(0xf8, 0xff) = on_bad,
};

// Whether m_run has come to its end; fires the alarms on the way.
static int at_stop(M *m) {
    if (m->cycles >= m->tnext)
        timer_fire(m);
    return m->stopreq || m->cycles >= m->limit;
}

// Run until `limit` cycles, or until a callback asks to stop. Sleep passes at once.
void m_run(M *m, u64 limit) {
    m->limit = limit;
    m->stopreq = 0;
    timer_sched(m);
    while (!at_stop(m)) {
        if (m->check)
            m->check = irq_check(m);
        set_stop(m);
        if (m->waiting && !m->check)
            m->cycles = m->stop;
        else
            next(m);
    }
}
