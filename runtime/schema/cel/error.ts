/** Text that is no expression, or an evaluation that fails (a key that is not there, say). */
export class ExpressionError extends Error {
	override readonly name: string = 'ExpressionError';
	/** Offset in the expression's text, from 0; undefined when the library does not say. */
	readonly offset: number | undefined;
	/** It asked for something that is not there. */
	readonly absent: boolean;
	constructor(message: string, offset: number | undefined, absent = false) {
		super(message);
		this.offset = offset;
		this.absent = absent;
	}
}

/** Evaluation costs more than it may. */
export class CostError extends ExpressionError {
	override readonly name = 'CostError';
	constructor() {
		super('operation cancelled: actual cost limit exceeded', undefined);
	}
}
