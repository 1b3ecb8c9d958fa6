/** Errors for data that differs from what was written. */

/** Damage of the whole database, which cannot be trusted. */
export class DamagedError extends Error {
	override readonly name = 'DamagedError';
}

/** Damage of one object; the others are intact. */
export class DamagedRowError extends Error {
	override readonly name = 'DamagedRowError';
}

export interface LogDamage {
	readonly message: string;
	/** True when the tree is broken, so that deleting could destroy more. */
	readonly structural: boolean;
}

/** Damage of the history. The objects are intact. */
export class DamagedLogError extends Error implements LogDamage {
	override readonly name = 'DamagedLogError';
	readonly structural: boolean;
	constructor(detail: string, structural: boolean) {
		super(detail);
		this.structural = structural;
	}
}
