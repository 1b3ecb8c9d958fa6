/** What was read is not what was written. */

/** The database as a whole cannot be trusted. */
export class DamagedError extends Error {
	override readonly name = 'DamagedError';
}

/** One object; the others are as they were. */
export class DamagedRowError extends Error {
	override readonly name = 'DamagedRowError';
}

export interface LogDamage {
	readonly message: string;
	/** The tree itself is broken, so that deleting from it could break more. */
	readonly structural: boolean;
}

/** The history; the objects are as they were. */
export class DamagedLogError extends Error implements LogDamage {
	override readonly name = 'DamagedLogError';
	readonly structural: boolean;
	constructor(detail: string, structural: boolean) {
		super(detail);
		this.structural = structural;
	}
}
