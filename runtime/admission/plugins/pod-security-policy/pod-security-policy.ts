/**
 * PodSecurityPolicy: pods fit a policy that their account or the user may use (seed 3, "Built-in admission plugins"). A policy that fits
 * without changes comes first, then one that fills in defaults; both by name. The plugin is off by default and ends with release 1.24.
 */
import type { Pod } from '../../../../generated/types/core/v1.ts';
import type { PodSecurityPolicy } from '../../../../generated/types/policy/v1beta1.ts';
import { accountUser } from '../../../api/identity.ts';
import type { User } from '../../../api/request.ts';
import type { JsonObject } from '../../../model/catalog.ts';
import { deepEqual } from '../../../model/equal.ts';
import type { AdmissionContext, AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { earliest } from '../../enabled.ts';
import { refused } from '../../forbidden-error.ts';
import { Lookup } from '../../lookup.ts';
import { type Fitted, fit, isUsable } from './fit.ts';
import { policyTerms } from './terms.ts';

const name = 'PodSecurityPolicy';

export const podSecurityPolicy: AdmissionPlugin = {
	name,
	exists: { from: earliest, before: '1.25' },
	onByDefault: 'never',
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ cache, authorizer, vocabulary }) {
		const { groupDomain, labelDomain } = vocabulary;
		const policies = new Lookup<PodSecurityPolicy>(cache, 'podsecuritypolicies.policy');
		const terms = policyTerms(vocabulary);
		const hintKey = `${labelDomain}/psp`;
		const annotate = (request: AdmissionRequest, key: string, policy: string): void =>
			request.annotate(`podsecuritypolicy.policy.${groupDomain}/${key}`, policy);
		const choose = (request: AdmissionRequest, pod: Pod, first: string | undefined, mayChange: boolean): Promise<Choice> => {
			const usable = inOrder([...policies.list()].filter(isUsable), first);
			if (usable.length === 0) throw refused(request, `${name}: no providers available to validate pod request`);
			const rights = new PolicyRights(authorizer, request, pod);
			return chosen(
				usable.map((policy) => ({ policy: policy.metadata?.name ?? '', fitted: fit(policy, pod, terms) })),
				pod,
				rights,
				mayChange,
			);
		};
		return {
			async mutate(request) {
				if (request.operation !== 'CREATE' || isIgnored(request)) return;
				const pod = request.object as object as Pod;
				const choice = await choose(request, pod, undefined, true);
				if (choice.pod === undefined) throw refused(request, `${name}: unable to admit pod: [${choice.problems.join(' ')}]`);
				const annotations = { ...choice.pod.metadata?.annotations, [hintKey]: choice.policy };
				Object.assign(request.object as JsonObject, { spec: choice.pod.spec, metadata: { ...choice.pod.metadata, annotations } });
				annotate(request, 'admit-policy', choice.policy);
			},
			async validate(request) {
				if (isIgnored(request)) return;
				const pod = request.object as object as Pod;
				const choice = await choose(request, pod, pod.metadata?.annotations?.[hintKey], false);
				if (choice.pod === undefined) throw refused(request, `${name}: unable to validate pod: [${choice.problems.join(' ')}]`);
				annotate(request, 'validate-policy', choice.policy);
			},
		};
	},
};

/** Ignores subresources, and updates that only collect garbage. */
function isIgnored({ subresource, operation, object, oldObject }: AdmissionRequest): boolean {
	if (subresource !== '') return true;
	return operation === 'UPDATE' && object !== undefined && oldObject !== undefined && deepEqual(withoutCollected(object), withoutCollected(oldObject));
}

function withoutCollected(object: JsonObject): JsonObject {
	const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...metadata } = (object.metadata ?? {}) as JsonObject;
	return { ...object, metadata };
}

/** Puts the policy `first`, which admitted the pod before, in front of the others, which are sorted by name. */
function inOrder(policies: readonly PodSecurityPolicy[], first: string | undefined): readonly PodSecurityPolicy[] {
	const isFirst = ({ metadata }: PodSecurityPolicy): boolean => metadata?.name === first;
	return [...policies.filter(isFirst), ...policies.filter((policy) => !isFirst(policy))];
}

interface Candidate {
	readonly policy: string;
	readonly fitted: Fitted;
}

type Choice = { readonly pod: Pod; readonly policy: string } | { readonly pod: undefined; readonly problems: readonly string[] };

/** Returns the pod as the chosen policy makes it, or the problems with the policies that the user may use. */
async function chosen(candidates: readonly Candidate[], pod: Pod, rights: PolicyRights, mayChange: boolean): Promise<Choice> {
	let changed: Choice | undefined;
	for (const { policy, fitted } of candidates) {
		if (fitted.problems.length > 0) continue;
		const isChanged = !deepEqual(fitted.pod as unknown as JsonObject, pod as unknown as JsonObject);
		if (isChanged && (!mayChange || changed !== undefined)) continue;
		if (!(await rights.mayUse(policy))) continue;
		if (!isChanged) return { pod: fitted.pod, policy };
		changed = { pod: fitted.pod, policy };
	}
	if (changed !== undefined) return changed;
	const problems: string[] = [];
	for (const { policy, fitted } of candidates) if (fitted.problems.length > 0 && (await rights.mayUse(policy))) problems.push(...fitted.problems);
	return { pod: undefined, problems };
}

/** Permission of the pod's account, or of the user, to use policies in the pod's namespace. */
class PolicyRights {
	readonly #authorizer: AdmissionContext['authorizer'];
	readonly #users: readonly User[];
	readonly #namespace: string;
	readonly #known = new Map<string, boolean>();

	constructor(authorizer: AdmissionContext['authorizer'], { user, namespace }: AdmissionRequest, pod: Pod) {
		const account = pod.spec?.serviceAccountName ?? '';
		this.#authorizer = authorizer;
		this.#users = account === '' ? [user] : [accountUser(namespace, account, ''), user];
		this.#namespace = namespace;
	}

	async mayUse(policy: string): Promise<boolean> {
		let known = this.#known.get(policy);
		if (known === undefined) {
			known = await this.#ask(policy);
			this.#known.set(policy, known);
		}
		return known;
	}

	async #ask(policy: string): Promise<boolean> {
		for (const user of this.#users) for (const group of ['policy', 'extensions']) if (await this.#isAllowed(user, group, policy)) return true;
		return false;
	}

	/** Asks the authorizer; a failure counts as a refusal. */
	async #isAllowed(user: User, group: string, policy: string): Promise<boolean> {
		const target = { verb: 'use', group, version: '*', resource: 'podsecuritypolicies', subresource: '', namespace: this.#namespace, name: policy } as const;
		try {
			return (await this.#authorizer.authorize({ user, info: { isResource: true, ...target }, path: '' })).verdict === 'allow';
		} catch {
			return false;
		}
	}
}
