/* The button matrix: a row a seat, a column a button. */
#ifndef BUTTONS_H
#define BUTTONS_H
#include <stdint.h>

void buttons_start(void);
void buttons_tick(void); /* every millisecond; adds presses to kept */
uint32_t buttons_held(void); /* bit 4 * (seat - 1) + button */

#endif
