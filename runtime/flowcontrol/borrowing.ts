/**
 * Divides the server's seats among priority levels, from 1.26 on. A level may temporarily borrow seats that others do not use (KEP-1040,
 * "Dispatching and borrowing"). Each level gets the same multiple of its estimated demand, within its bounds.
 */
import type { Level } from './level.ts';

/** Target of a level without demand, so that it still gets a share of unused seats. */
const leastTarget = 0.001;

/**
 * Ends the demand period of all levels and sets their seat limits. Returns the fair multiple. It is 0 when exempt levels, or the minimum of
 * limited levels, take all seats.
 */
export function divideSeats(levels: readonly Level[], nowMs: number): number {
	for (const { demand } of levels) demand.endPeriod(nowMs);
	const limited = levels.filter(({ settings }) => !settings.isExempt);
	const seats = sum(levels.map(({ nominal }) => nominal));
	const ofExempt = sum(levels.filter(({ settings }) => settings.isExempt).map(({ lower, demand }) => Math.max(lower, demand.highWatermark)));
	const left = seats - ofExempt;
	const needed = limited.map(({ lower, nominal, demand }) => Math.max(lower, Math.min(nominal, demand.highWatermark)));
	const lowest = sum(limited.map(({ lower }) => lower));
	if (left <= lowest) {
		for (const level of limited) level.limit = level.lower;
		return 0;
	}
	if (left <= sum(needed)) {
		const part = (left - lowest) / (sum(needed) - lowest);
		limited.forEach((level, index) => {
			level.limit = level.lower + Math.round(((needed[index] as number) - level.lower) * part);
		});
		return 0;
	}
	const claims = limited.map(({ upper, demand }, index) => {
		const lower = needed[index] as number;
		return { lower, upper, target: Math.max(lower, demand.smoothed, leastTarget) };
	});
	const multiple = fairMultiple(claims, seats);
	limited.forEach((level, index) => {
		level.limit = Math.round(shareOf(claims[index] as Claim, multiple));
	});
	return multiple;
}

export interface Claim {
	readonly lower: number;
	readonly upper: number;
	readonly target: number;
}

function shareOf({ lower, upper, target }: Claim, multiple: number): number {
	return Math.max(lower, Math.min(upper, target * multiple));
}

/**
 * Returns the multiple of the targets at which the shares sum to the total, or as near as the bounds allow. Between two bounds the sum
 * grows linearly.
 */
export function fairMultiple(claims: readonly Claim[], total: number): number {
	const bounds = claims.flatMap(({ lower, upper, target }) => [lower / target, upper / target]).sort((a, b) => a - b);
	const sumAt = (multiple: number): number => sum(claims.map((claim) => shareOf(claim, multiple)));
	let below = 0;
	let sumBelow = sumAt(0);
	for (const bound of bounds) {
		const sumHere = sumAt(bound);
		if (sumHere >= total) return sumHere === sumBelow ? bound : below + ((bound - below) * (total - sumBelow)) / (sumHere - sumBelow);
		below = bound;
		sumBelow = sumHere;
	}
	return below;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((a, b) => a + b, 0);
}
