/** Text that is not an expression, or a failed evaluation, such as an absent key. */
export class ExpressionError extends Error {
	override readonly name: string = 'ExpressionError';
	/** Offset in the expression's text, from 0; undefined when the library does not say. */
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
