/** `deprecated`: warns clients that use a field. It refuses no value. */
import { deepEqual } from '../../model/equal.ts';
import type { Rule } from './rule.ts';

export const deprecated: Rule = {
	keyword: 'deprecated',
	appliesTo: [
		'struct',
		'list',
		'map',
		'string',
		'boolean',
		'int32',
		'int64',
		'double',
		'bytes',
		'quantity',
		'intOrString',
		'time',
		'microTime',
		'duration',
		'any',
	],
	argument: { type: 'string' },
	documentation: 'Text of the warning for clients that set or change the field, after its path: since when the field is deprecated, and what to use instead.',
	describe: (argument) => String(argument),
	compile(argument) {
		const text = String(argument);
		return (value, old, site) => {
			// A client that did not change the value gets no warning.
			if (site.warnAnew || !deepEqual(value, old)) site.warnings.push(`${site.path}: ${text}`);
		};
	},
};
