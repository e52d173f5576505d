/* Runs the seat box's firmware on this machine at real pace (simavr): its serial port is a pseudo terminal, its buttons and
 * reset are worked by lines on standard input, its lamps are told on standard output.
 *
 *   simbox seatbox.elf          first line out: `port NAME`, the terminal
 *   press SEAT BUTTON | release SEAT BUTTON     seat from 1, button 0..3
 *   reset | power               the reset button; power off and on (RAM lost, EEPROM kept)
 *   stats | pixels | quit       figures; the ring's last picture, three bytes (green, red, blue) an LED
 * One line is obeyed a millisecond, so a row of press and release is a bouncing contact.
 *   simbox seatbox.elf --steps  keeps no pace: stands still until `step MS SENT`, waits until all SENT bytes of the host have
 *                               come through the terminal, and in the end says `at MICROSECONDS SAID`, SAID the bytes it
 *                               has written. So a test on a busy machine sees the chip as on an idle one.
 * Out: `lamp N 0|1 MICROSECONDS` (0: the table's).
 *
 * Serial bytes come in no faster than the wire would bring them, and `pending` tells the most that waited for the chip:
 * the real one holds two and, the line being full, loses the next. simavr would let each byte take as long again on its way
 * in, and counts more bits than are sent: so how long a byte takes is set here. Its own uart_pty is not used: the fixed link
 * in /tmp makes two runs collide. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define MHZ 16
#define BYTE_CYCLES 1360 /* ten bits at 117647 baud, the chip's 115200 */
#define RX_VECTOR 0x48
#define LATCH_CYCLES (50 * MHZ)
#define MCUSR_ADDRESS 0x54

static avr_t *avr;
static FILE *out; /* ours alone: simavr prints on stdout as it pleases */
static int terminal, down[6][4];
static unsigned char from_host[65536];
static unsigned from_head, from_tail;
static long heard, said; /* bytes through the terminal, each way */
static long fed, taken, pending_max, masked_max, gap_max, ring_bits, bad_bits;
static avr_cycle_count_t masked_since, rose, fell;
static int was_enabled;
static unsigned char chain[3 * 64], picture[3 * 64];
static int chain_bits, picture_bytes;

static avr_irq_t *pin(char port, int number) { return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), number); }

static int row_is_low(int seat) {
    int ddr = seat < 2 ? avr->data[0x2A] : avr->data[0x24]; /* DDRD, DDRB */
    return ddr >> (seat < 2 ? 6 + seat : seat - 2) & 1;
}

/* A column is low while a pressed button joins it to a row that is pulled low; else the chip's pull-up keeps it high. */
static void set_columns(void) {
    avr_ioport_external_t external = {.name = 'D', .mask = 0x3C, .value = 0};
    for (int button = 0; button < 4; button++) {
        int level = 1;
        for (int seat = 0; seat < 6; seat++)
            if (down[seat][button] && row_is_low(seat)) level = 0;
        external.value |= level << (2 + button);
    }
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('D'), &external);
    for (int button = 0; button < 4; button++) avr_raise_irq(pin('D', 2 + button), external.value >> (2 + button) & 1);
}

static void direction_changed(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    avr->data[*(int *)param] = value; /* simavr tells before it notes */
    set_columns();
}

static void lamp_changed(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    fprintf(out, "lamp %d %u %llu\n", (int)(intptr_t)param, value, (unsigned long long)avr->cycle / MHZ);
}

static void ring_changed(avr_irq_t *irq, uint32_t value, void *param) {
    static int high_now;
    (void)irq;
    (void)param;
    if (!!value == high_now) return; /* the pin's first word, not an edge */
    high_now = !!value;
    if (value) {
        long gap = avr->cycle - fell;
        if (chain_bits && gap > LATCH_CYCLES) {
            picture_bytes = chain_bits / 8;
            memcpy(picture, chain, picture_bytes);
            chain_bits = 0;
        } else if (chain_bits && gap > gap_max) gap_max = gap;
        rose = avr->cycle;
        return;
    }
    long high = avr->cycle - rose;
    fell = avr->cycle;
    int is_zero = high >= 4 && high <= 8, is_one = high >= 11 && high <= 16; /* 0.4 and 0.8 us, each 0.15 about */
    if (!is_zero && !is_one) bad_bits++;
    ring_bits++;
    if (chain_bits < (int)sizeof chain * 8) {
        unsigned char *byte = &chain[chain_bits / 8];
        *byte = (unsigned char)(*byte << 1 | is_one);
        chain_bits++;
    }
}

static void byte_out(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    (void)param;
    unsigned char byte = value;
    if (write(terminal, &byte, 1) == 1) said++;
    else if (errno != EAGAIN) exit(1); /* nobody reads: lost, as on a real cable */
}

static void serial_takes(int cycles) {
    static avr_uart_t *uart;
    if (!uart)
        for (avr_io_t *part = avr->io_port; part; part = part->next)
            if (!strcmp(part->kind, "uart")) uart = (avr_uart_t *)part;
    uart->cycles_per_byte = cycles;
}

static avr_cycle_count_t feed(avr_t *chip, avr_cycle_count_t when, void *param) {
    (void)chip;
    (void)param;
    serial_takes(MHZ); /* the byte has spent its time on the wire already */
    if (from_tail != from_head) {
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), from_host[from_tail]);
        from_tail = (from_tail + 1) % sizeof from_host;
        fed++;
        if (fed - taken > pending_max) pending_max = fed - taken;
    }
    serial_takes(BYTE_CYCLES);
    return when + BYTE_CYCLES;
}

static void restart(int power) {
    static int first = 1;
    if (!first) avr_reset(avr);
    first = 0;
    if (power) memset(avr->data + 0x100, 0, avr->ramend + 1 - 0x100);
    avr->data[MCUSR_ADDRESS] = power ? 1 : 2; /* PORF or EXTRF */
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_cycle_timer_register(avr, BYTE_CYCLES, feed, NULL);
    for (int button = 0; button < 4; button++) avr_raise_irq(pin('D', 2 + button), 0);
    set_columns();
    was_enabled = 0;
    masked_since = 0;
    fed = taken = 0;
    chain_bits = 0;
    rose = avr->cycle;
    from_tail = from_head; /* what was on the wire meanwhile is gone */
}

static void nothing_to_wait_for(avr_t *chip, avr_cycle_count_t how_long) {
    (void)chip;
    (void)how_long; /* the pace is kept below, for waking and sleeping alike */
}

static void obey(char *line) {
    int seat, button;
    if (sscanf(line, "press %d %d", &seat, &button) == 2) down[seat - 1][button] = 1;
    else if (sscanf(line, "release %d %d", &seat, &button) == 2) down[seat - 1][button] = 0;
    else if (!strncmp(line, "reset", 5)) restart(0);
    else if (!strncmp(line, "power", 5)) restart(1);
    else if (!strncmp(line, "quit", 4)) exit(0);
    else if (!strncmp(line, "stats", 5))
        fprintf(out, "stats masked_max_us=%ld pending_max=%ld ring_bits=%ld bad_bits=%ld gap_max_us=%ld sim_us=%llu\n",
               masked_max / MHZ, pending_max, ring_bits, bad_bits, gap_max / MHZ, (unsigned long long)avr->cycle / MHZ);
    else if (!strncmp(line, "pixels", 6)) {
        if (avr->cycle - fell > LATCH_CYCLES && chain_bits) {
            picture_bytes = chain_bits / 8;
            memcpy(picture, chain, picture_bytes);
        }
        fprintf(out, "pixels ");
        for (int n = 0; n < picture_bytes; n++) fprintf(out, "%02x", picture[n]);
        fprintf(out, "\n");
    } else {
        fprintf(stderr, "simbox does not know: %s\n", line);
        exit(2);
    }
    set_columns();
}

/* Interrupts are enabled, or have been off for so long; and has the receiver's interrupt begun? */
static void watch(void) {
    if (avr->pc == RX_VECTOR) taken++;
    int enabled = avr->sreg[S_I];
    if (enabled) was_enabled = 1;
    if (!was_enabled) return;
    if (enabled) masked_since = 0;
    else if (!masked_since) masked_since = avr->cycle;
    else if ((long)(avr->cycle - masked_since) > masked_max) masked_max = avr->cycle - masked_since;
}

static long long wall_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static void hear_host(void) {
    unsigned char bytes[4096];
    long count = read(terminal, bytes, sizeof bytes);
    if (count > 0) heard += count;
    for (long n = 0; n < count; n++) {
        from_host[from_head] = bytes[n];
        from_head = (from_head + 1) % sizeof from_host;
    }
}

static char *read_line(void) {
    static char line[256];
    unsigned used = 0;
    for (;;) {
        char byte;
        if (read(0, &byte, 1) != 1) exit(0);
        if (byte == '\n') break;
        if (used < sizeof line - 1) line[used++] = byte;
    }
    line[used] = 0;
    return line;
}

static void listen(void) {
    static avr_cycle_count_t next_line;
    struct pollfd both[2] = {{.fd = avr->cycle < next_line ? -1 : 0, .events = POLLIN}, {.fd = terminal, .events = POLLIN}};
    if (poll(both, 2, 1) <= 0) return;
    if (both[1].revents & POLLIN) hear_host();
    if (both[0].revents) {
        next_line = avr->cycle + 1000 * MHZ;
        obey(read_line());
    }
}

static void run_until(avr_cycle_count_t due) {
    while (avr->cycle < due) {
        int state = avr_run(avr);
        watch();
        if (state == cpu_Done || state == cpu_Crashed) {
            fprintf(stderr, "The firmware stopped.\n");
            exit(3);
        }
    }
}

static void by_steps(void) {
    static avr_cycle_count_t due;
    for (;;) {
        int ms;
        long sent;
        char *line = read_line();
        if (sscanf(line, "step %d %ld", &ms, &sent) != 2) {
            obey(line);
            continue;
        }
        for (hear_host(); heard < sent; hear_host()) {
            struct pollfd more = {.fd = terminal, .events = POLLIN};
            if (poll(&more, 1, 600000) <= 0) exit(4); /* ten minutes: they will not come any more */
        }
        for (due = due > avr->cycle ? due : avr->cycle; ms > 0; ms--) run_until(due += 1000 * MHZ);
        fprintf(out, "at %llu %ld\n", (unsigned long long)avr->cycle / MHZ, said);
    }
}

static void at_real_pace(void) {
    struct sched_param first = {.sched_priority = 1};
    sched_setscheduler(0, SCHED_RR, &first); /* a chip shares its time with nobody; where that is not allowed, it does here */
    long long began = wall_us() - (long long)(avr->cycle / MHZ);
    for (;;) {
        long long due = wall_us() - began;
        if (due - (long long)(avr->cycle / MHZ) > 50000) { /* the machine was busy: go on from here, never hurry */
            began += due - (avr->cycle / MHZ) - 2000;
            due = avr->cycle / MHZ + 2000;
        }
        run_until(due * MHZ);
        listen();
    }
}

static void wire_up(void) {
    static int ddrd = 0x2A, ddrb = 0x24;
    avr_irq_register_notify(pin('D', IOPORT_IRQ_DIRECTION_ALL), direction_changed, &ddrd);
    avr_irq_register_notify(pin('B', IOPORT_IRQ_DIRECTION_ALL), direction_changed, &ddrb);
    avr_irq_register_notify(pin('B', 5), lamp_changed, (void *)0);
    for (int seat = 1; seat <= 6; seat++)
        avr_irq_register_notify(pin('C', seat - 1), lamp_changed, (void *)(intptr_t)seat);
    avr_irq_register_notify(pin('B', 4), ring_changed, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), byte_out, NULL);
}

int main(int count, char **words) {
    elf_firmware_t firmware = {0};
    int theirs;
    char name[64];
    out = fdopen(dup(1), "w");
    dup2(2, 1);
    if (count < 2 || count > 3 || (count == 3 && strcmp(words[2], "--steps")) || elf_read_firmware(words[1], &firmware)) {
        fprintf(stderr, "simbox needs the firmware's ELF file, and knows --steps.\n");
        return 2;
    }
    setvbuf(out, NULL, _IOLBF, 0);
    strcpy(firmware.mmcu, "atmega328p");
    firmware.frequency = MHZ * 1000000;
    avr = avr_make_mcu_by_name(firmware.mmcu);
    if (!avr || openpty(&terminal, &theirs, name, NULL, NULL)) return 2;
    struct termios raw;
    tcgetattr(theirs, &raw);
    cfmakeraw(&raw);
    tcsetattr(theirs, TCSANOW, &raw);
    fcntl(terminal, F_SETFL, O_NONBLOCK);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->sleep = nothing_to_wait_for;
    wire_up();
    restart(1);
    fprintf(out, "port %s\n", name);
    if (count == 3) by_steps();
    at_real_pace();
}
