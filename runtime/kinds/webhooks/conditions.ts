/** Match conditions of webhooks and policies: a unique name, and a boolean expression. */
import type { MatchCondition } from '../../../generated/types/admissionregistration/v1.ts';
import { type Cause, duplicate, invalidValue, required, tooMany } from '../../model/cause.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';
import { types } from '../../schema/cel/typing/type.ts';
import type { ExpressionsOfOne } from '../policies/expressions.ts';

const most = 64;

/** `stored`: conditions of the stored object. */
export function conditionViolations(
	conditions: readonly MatchCondition[],
	path: string,
	expressions: ExpressionsOfOne,
	stored: readonly MatchCondition[] = [],
): Cause[] {
	const names = conditions.map(({ name = '' }) => name);
	return [
		...(conditions.length > most ? [tooMany(path, conditions.length, most)] : []),
		...conditions.flatMap(({ name = '', expression = '' }, index) => {
			const at = `${path}[${index}]`;
			return [
				...(expression.trim() === ''
					? [required(`${at}.expression`)]
					: expressions.violations({
							text: expression.trim(),
							path: `${at}.expression`,
							gives: [types.bool],
							composed: false,
							stored: stored.map(({ expression: text = '' }) => text),
						})),
				...(name === '' ? [required(`${at}.name`)] : checkQualifiedName(name).map((why) => invalidValue(`${at}.name`, name, why))),
				...(name !== '' && names.indexOf(name) < index ? [duplicate(`${at}.name`, name)] : []),
			];
		}),
	];
}
