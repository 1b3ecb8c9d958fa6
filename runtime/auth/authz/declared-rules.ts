/**
 * Rights that rows declare beside what they do: controllers act under names of their own, and may do what their row says and nothing else.
 * They are the server's own, and nobody else's who has such a name by a token or a certificate: he has what roles give that name.
 */

import { type Attributes, allowed, type Decision, noOpinion, type Rule } from '../../api/authorization.ts';
import { isOfServer } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { AuthorizerRow } from './contract.ts';
import { coversOne } from './covered.ts';

export const declaredRules: AuthorizerRow = {
	name: 'DeclaredRules',
	used: 'always',
	start({ declared }) {
		const rulesOf = (user: User, where: string): readonly Rule[] => {
			const rules = isOfServer(user) ? (declared.get(user.name) ?? []) : [];
			return rules.some(({ namespace }) => namespace !== undefined) ? rules.filter(({ namespace = where }) => namespace === where) : rules;
		};
		return {
			authorize({ user, info, path }: Attributes): Decision {
				return coversOne(rulesOf(user, info.isResource ? info.namespace : ''), info, path) ? allowed : noOpinion;
			},
			rulesFor: (user, namespace) => ({ rules: rulesOf(user, namespace), incomplete: false }),
		};
	},
};
