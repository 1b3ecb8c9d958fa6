/** Preload (`--import`) for a server whose clock is ahead by `CLOCK_AHEAD_HOURS`. */
const aheadMs = Number(process.env.CLOCK_AHEAD_HOURS) * 3_600_000;
const RealDate = Date;

globalThis.Date = class extends RealDate {
	constructor(...parts: readonly unknown[]) {
		super(...((parts.length === 0 ? [RealDate.now() + aheadMs] : parts) as [number]));
	}

	static override now(): number {
		return RealDate.now() + aheadMs;
	}
} as DateConstructor;
