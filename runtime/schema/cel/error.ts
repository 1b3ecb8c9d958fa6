/** Error for text that is no expression, or for a failed evaluation, such as one that reads an absent key. */
export class ExpressionError extends Error {
	override readonly name: string = 'ExpressionError';
	/** Offset in the text of the expression, from 0. Undefined when the library reports none. */
	readonly offset: number | undefined;
	/** True when the expression reads an absent value. */
	readonly absent: boolean;
	constructor(message: string, offset: number | undefined, absent = false) {
		super(message);
		this.offset = offset;
		this.absent = absent;
	}
}

/** Evaluation that exceeds its cost limit. */
export class CostError extends ExpressionError {
	override readonly name = 'CostError';
	constructor() {
		super('operation cancelled: actual cost limit exceeded', undefined);
	}
}
