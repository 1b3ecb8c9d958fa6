/** Variables of admission policies: names must be identifiers, and each expression may use the variables before it. */
import type { Variable } from '../../../generated/types/admissionregistration/v1.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import type { ExpressionsOfOne } from './expressions.ts';

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;
const words = 'true false null in as break const continue else for function if import let loop package namespace return var void while';
const reserved: ReadonlySet<string> = new Set(words.split(' '));

export function variableViolations({ name = '', expression = '' }: Variable, path: string, expressions: ExpressionsOfOne): Cause[] {
	const isName = identifier.test(name) && !reserved.has(name);
	return [
		...(name.trim() === '' ? [required(`${path}.name`, 'name is not specified')] : []),
		...(name.trim() !== '' && !isName ? [invalidValue(`${path}.name`, name, 'must be a valid CEL identifier')] : []),
		...(expression.trim() === ''
			? [required(`${path}.expression`, 'expression is not specified')]
			: expressions.variableViolations(name, { text: expression, path: `${path}.expression` })),
	];
}
