/** RuntimeClass: its pod overhead has the rules of container resources; tolerations are unique. */
import type { RuntimeClass } from '../../generated/types/node/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, duplicate } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { resourceViolations } from './pod/rules/requests-and-limits.ts';

export function runtimeClassHooks({ labelDomain }: Vocabulary): KindHooks<RuntimeClass> {
	return {
		updateWarnings: () => 'everything',
		validate: ({ overhead, scheduling }) => [
			...resourceViolations({ limits: overhead?.podFixed ?? {} }, 'overhead', labelDomain),
			...repeated(scheduling?.tolerations ?? []),
		],
	};
}

/** Reports duplicate tolerations; `tolerationSeconds` may differ. */
function repeated(tolerations: NonNullable<NonNullable<RuntimeClass['scheduling']>['tolerations']>): Cause[] {
	const seen = new Set<string>();
	return tolerations.flatMap((toleration, index) => {
		const { key = '', operator = '', value = '', effect = '' } = toleration;
		const identity = JSON.stringify([key, operator, value, effect]);
		if (seen.has(identity)) return [duplicate(`scheduling.tolerations[${index}]`, toleration)];
		seen.add(identity);
		return [];
	});
}
