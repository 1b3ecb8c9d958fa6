/**
 * ABAC authorizer with the policies of a file read at the start (seed 3, "Authorization"). It only allows. Policies are indexed by their
 * user or group, so a decision visits only those that may apply to the user.
 */
import { type Attributes, allowed, type Decision, type Rule } from '../../../api/authorization.ts';
import type { Flag } from '../../../api/flag.ts';
import { text } from '../../../api/flag-value.ts';
import type { RequestInfo, User } from '../../../api/request.ts';
import { readUserFile } from '../../../storage/read-user-file.ts';
import type { AuthorizerContext, AuthorizerRow } from '../contract.ts';
import { isReading, missingPolicy, reading } from './missing-policy.ts';
import { type Policy, readPolicies } from './policy.ts';

const policyFile: Flag<string | undefined> = {
	name: 'authorization-policy-file',
	value: 'FILE',
	help: 'File with the policies of --authorization-mode ABAC, one JSON object per line.',
	default: undefined,
	parse: text,
};

const noPolicy: Decision = Object.freeze({ verdict: 'no opinion', reason: 'No policy matched.' });

export const abac: AuthorizerRow = {
	name: 'ABAC',
	used: 'mode',
	flags: [policyFile],
	needs: policyFile,
	async start(context) {
		const policies = new Policies(await policiesOf(context));
		return {
			authorize: ({ user, info, path }) => (policies.some(user, (policy) => covers(policy, info, path)) ? allowed : noPolicy),
			rulesFor(user, namespace) {
				const rules: Rule[] = [];
				policies.some(user, (policy) => {
					if (matches(policy.namespace, namespace)) rules.push(...shown(policy));
					return false;
				});
				return { rules, incomplete: false };
			},
			missing(asked) {
				const rule = missingPolicy(asked, context.vocabulary);
				return [{ sentence: `no line of the policy file has ${rule}`, rule }];
			},
		};
	},
};

async function policiesOf({ flags, log, vocabulary }: AuthorizerContext): Promise<readonly Policy[]> {
	const file = flags.of(policyFile) ?? '';
	let content: string;
	try {
		content = await readUserFile(file);
	} catch (error) {
		throw new Error(`cannot read --authorization-policy-file ${file}: ${(error as Error).message}`, { cause: error });
	}
	return readPolicies(content, file, vocabulary, (sentence) => log.warn(sentence));
}

class Policies {
	readonly #ofUsers = new Map<string, Policy[]>();
	readonly #ofGroups = new Map<string, Policy[]>();

	constructor(policies: readonly Policy[]) {
		for (const policy of policies) {
			if (policy.user !== '') put(this.#ofUsers, policy.user, policy);
			else if (policy.group !== '') put(this.#ofGroups, policy.group, policy);
		}
	}

	/** Reports whether any policy of the user satisfies the predicate. */
	some(user: User, asked: (policy: Policy) => boolean): boolean {
		for (const policy of this.#ofUsers.get(user.name) ?? []) {
			if ((policy.group === '' || user.groups.includes(policy.group)) && asked(policy)) return true;
		}
		for (const group of user.groups) {
			for (const policy of this.#ofGroups.get(group) ?? []) if (asked(policy)) return true;
		}
		return false;
	}
}

function put(into: Map<string, Policy[]>, key: string, policy: Policy): void {
	const of = into.get(key);
	if (of === undefined) into.set(key, [policy]);
	else of.push(policy);
}

function covers(policy: Policy, info: RequestInfo, path: Attributes['path']): boolean {
	if (policy.readonly && !isReading(info.verb)) return false;
	if (!info.isResource) return coversPath(policy.nonResourcePath, path);
	return matches(policy.namespace, info.namespace) && matches(policy.resource, info.resource) && matches(policy.apiGroup, info.group);
}

function matches(pattern: string, value: string): boolean {
	return pattern === '*' || pattern === value;
}

/** Reports whether a path pattern matches. Trailing stars match any suffix. */
function coversPath(pattern: string, path: string): boolean {
	return pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')));
}

function* shown({ readonly, apiGroup, resource, nonResourcePath }: Policy): Generator<Rule> {
	const verbs = readonly ? reading : ['*'];
	if (resource !== '') yield { verbs, groups: [apiGroup], resources: [resource] };
	if (nonResourcePath !== '') yield { verbs, paths: [nonResourcePath] };
}
