/**
 * Authorizer for permissions declared next to a component. Each controller acts under a separate user name and may do only what its row
 * declares. The rules apply to the server's own requests only. A client that has such a name through a token or certificate gets only the
 * permissions that roles grant the name.
 */

import { type Attributes, allowed, type Decision, noOpinion, type Rule } from '../../api/authorization.ts';
import { isOfServer } from '../../api/identity.ts';
import type { User } from '../../api/request.ts';
import type { AuthorizerRow } from './contract.ts';
import { coversOne } from './rule-coverage.ts';

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
