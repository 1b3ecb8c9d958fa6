/**
 * Node authorizer: permissions of kubelets (seed 3, "Authorization"). A node may access objects related to it, and other resources as every
 * node may. It only allows; refusals carry reasons in Kubernetes wording.
 */
import { type Authorizer, allowed, noOpinion } from '../../../api/authorization.ts';
import { nodeOf } from '../../../api/identity.ts';
import type { AuthorizerContext, AuthorizerRow } from '../contract.ts';
import { coversOne } from '../rule-coverage.ts';
import { type AskedOfNode, keyOf, none } from './limits.ts';
import { nodeResources } from './resources.ts';
import { nodeRules } from './rules.ts';

export const node: AuthorizerRow = { name: 'Node', used: 'mode', start: nodeAuthorizer };

export function nodeAuthorizer(context: AuthorizerContext): Authorizer {
	const rules = nodeRules(context.vocabulary, context.release, context.gates);
	const special = nodeResources(context);
	return {
		authorize(attributes) {
			const { user, info } = attributes;
			const name = nodeOf(user);
			if (name === undefined) return noOpinion;
			if (name === '') return none(`unknown node for user ${JSON.stringify(user.name)}`);
			const decide = info.isResource ? special.get(keyOf(info.group, info.resource)) : undefined;
			if (decide !== undefined) return decide(name, info as AskedOfNode, attributes);
			return coversOne(rules, info, attributes.path) ? allowed : noOpinion;
		},
		rulesFor: (user) =>
			nodeOf(user) === undefined
				? { rules: [], incomplete: false }
				: { rules: [], incomplete: true, failure: 'node authorizer does not support user rule resolution' },
	};
}
