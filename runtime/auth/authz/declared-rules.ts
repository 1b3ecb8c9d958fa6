/** Rights that rows declare beside what they do: controllers act under names of their own, and may do what their row says and nothing else. */

import { type Attributes, allowed, type Decision, noOpinion } from '../../api/authorization.ts';
import type { AuthorizerRow } from './contract.ts';
import { coversOne } from './covered.ts';

export const declaredRules: AuthorizerRow = {
	name: 'DeclaredRules',
	used: 'always',
	start: ({ declared }) => ({
		authorize({ user, info, path }: Attributes): Decision {
			const rules = declared.get(user.name);
			return rules !== undefined && coversOne(rules, info, path) ? allowed : noOpinion;
		},
		rulesFor: (user) => ({ rules: declared.get(user.name) ?? [], incomplete: false }),
	}),
};
