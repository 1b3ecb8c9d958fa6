/** Messages of failed evaluations, in the words of Kubernetes' CEL library, which clients know. */
import { ExpressionError } from './error.ts';

/** Message of a text that a conversion function cannot read. */
function unreadable(type: string): string {
	return `type conversion error from 'string' to '${type}'`;
}

/** Messages by the library's error code. A function gets the library's message. */
const messages: Readonly<Record<string, string | ((said: string) => string)>> = {
	no_such_key: (said) => said.replace(/^No such/, 'no such'),
	no_such_overload: 'no such overload',
	no_matching_overload: 'no such overload',
	invalid_logical_operand: 'no such overload',
	invalid_condition_type: 'no such overload',
	invalid_comparison_type: 'no such overload',
	invalid_comprehension_range: 'no such overload',
	cannot_index_type: 'no such overload',
	invalid_index_type: 'no such overload',
	unsupported_type: 'no such overload',
	index_out_of_bounds: (said) => `index out of bounds: ${/-?\d+/.exec(said)?.[0] ?? ''}`,
	division_by_zero: 'division by zero',
	modulo_by_zero: 'modulus by zero',
	numeric_overflow: (said) => (/unsigned/i.test(said) ? 'unsigned integer overflow' : 'integer overflow'),
	bool_conversion_error: unreadable('bool'),
	double_conversion_error: unreadable('double'),
	invalid_duration: unreadable('google.protobuf.Duration'),
	invalid_timestamp: (said) => (said.includes('integer') ? 'timestamp overflow' : unreadable('google.protobuf.Timestamp')),
	optional_value_missing: 'optional.none() dereference',
};

export function evaluationMessage(error: unknown): string {
	if (error instanceof ExpressionError) return error.message.replace(/ \(at character \d+\)$/, '');
	const { code, summary, message } = error as { readonly code?: unknown; readonly summary?: unknown; readonly message?: unknown };
	const said = typeof summary === 'string' ? summary : (String(message ?? error).split('\n')[0] ?? '');
	const known = typeof code === 'string' && Object.hasOwn(messages, code) ? messages[code] : undefined;
	return typeof known === 'function' ? known(said) : (known ?? said);
}
