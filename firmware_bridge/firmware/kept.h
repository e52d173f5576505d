/* What outlives a reset: presses not yet taken, their numbers, the clock and the counters, in RAM that no start clears;
 * and what outlives the power: the board's number and the count of power-ups, in EEPROM. */
#ifndef KEPT_H
#define KEPT_H
#include <stdbool.h>
#include <stdint.h>

#define WAITING_MAX 16

struct press {
    uint16_t number;
    uint32_t made; /* ms of kept.clock */
    uint8_t seat, button, kind;
    uint8_t check; /* over all above; a reset in the middle of writing leaves it wrong */
    uint8_t waiting;
};

struct kept {
    uint32_t mark;
    volatile uint32_t clock; /* ms, ticked by the timer */
    uint16_t epoch, latest;
    uint16_t bad_frames, overruns, dropped, starts;
    uint32_t down, told; /* buttons, bits as in State: so that one held through a reset is not pressed anew */
    struct press ring[WAITING_MAX];
};
extern struct kept kept;

void kept_start(bool powered_on); /* first of all */
uint32_t kept_clock(void);
uint32_t kept_board(void);
void kept_add(uint8_t seat, uint8_t button, uint8_t kind);
struct press *kept_oldest(void); /* of those waiting, or 0 */
uint8_t kept_waiting(void);
void kept_take(uint16_t epoch, uint16_t number);
void kept_forget(void); /* all that wait */

#endif
