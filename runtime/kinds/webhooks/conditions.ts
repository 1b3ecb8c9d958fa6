/** Match conditions of webhooks and policies: each has a unique name and an expression. Expressions are stored without being compiled. */
import type { MatchCondition } from '../../../generated/types/admissionregistration/v1.ts';
import { type Cause, duplicate, invalidValue, required, tooMany } from '../../model/cause.ts';
import { checkQualifiedName } from '../../scalars/formats.ts';

const most = 64;

export function conditionViolations(conditions: readonly MatchCondition[], path: string): Cause[] {
	const names = conditions.map(({ name = '' }) => name);
	return [
		...(conditions.length > most ? [tooMany(path, conditions.length, most)] : []),
		...conditions.flatMap(({ name = '', expression = '' }, index) => {
			const at = `${path}[${index}]`;
			return [
				...(expression.trim() === '' ? [required(`${at}.expression`)] : []),
				...(name === '' ? [required(`${at}.name`)] : checkQualifiedName(name).map((why) => invalidValue(`${at}.name`, name, why))),
				...(name !== '' && names.indexOf(name) < index ? [duplicate(`${at}.name`, name)] : []),
			];
		}),
	];
}
