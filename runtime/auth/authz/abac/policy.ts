/**
 * Parser of ABAC policy files: one JSON object per line, in the v1beta1 form or in the older unversioned form (seed 3, "Authorization").
 */
import { authenticatedGroup } from '../../../api/identity.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';

/** Permission of one line. A policy with a user and a group must match both. A policy with neither matches no request. */
export interface Policy {
	readonly user: string;
	readonly group: string;
	/** True: allows only get, list and watch. */
	readonly readonly: boolean;
	readonly apiGroup: string;
	readonly resource: string;
	readonly namespace: string;
	readonly nonResourcePath: string;
}

type Json = Readonly<Record<string, unknown>>;

export const kind = 'Policy';
const textFields = ['user', 'group', 'apiGroup', 'resource', 'namespace', 'nonResourcePath'] as const;
const olderTextFields = ['user', 'group', 'resource', 'namespace'] as const;
const anyOf = '*';

/** Parses a policy file. Throws an Error of one sentence that names the file and line. `warn` reports fields without a meaning. */
export function readPolicies(content: string, file: string, vocabulary: Vocabulary, warn: (sentence: string) => void): readonly Policy[] {
	const policies: Policy[] = [];
	for (const [index, line] of content.split('\n').entries()) {
		const text = line.trim();
		if (text === '' || text.startsWith('#')) continue;
		const where = `${file}:${index + 1}`;
		try {
			policies.push(policyOf(JSON.parse(text), vocabulary, (sentence) => warn(`${where}: ${sentence}`)));
		} catch (error) {
			throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
		}
	}
	return policies;
}

export function policyGroup({ labelDomain }: Vocabulary): string {
	return `abac.authorization.${labelDomain}`;
}

function policyOf(line: unknown, vocabulary: Vocabulary, warn: (sentence: string) => void): Policy {
	if (!isObject(line)) throw new Error('expected a JSON object');
	const group = policyGroup(vocabulary);
	const { apiVersion, kind: said } = line;
	if (apiVersion === undefined && said === undefined) return older(line, warn);
	if (apiVersion === `${group}/v0` && said === kind) return older(line, warn);
	if (apiVersion === `${group}/v1beta1` && said === kind) return versioned(line, warn);
	throw new Error(`${JSON.stringify(said)} of ${JSON.stringify(apiVersion)} is not a policy: expected ${kind} of ${group}/v1beta1`);
}

function versioned({ apiVersion, kind, spec = {}, ...others }: Json, warn: (sentence: string) => void): Policy {
	if (!isObject(spec)) throw new Error('spec: expected an object');
	unheard(others, [], '', warn);
	const policy = read(spec, textFields, 'spec.', warn);
	return policy.user === anyOf || policy.group === anyOf ? { ...policy, user: '', group: authenticatedGroup } : policy;
}

/** Converts the older form: an absent field matches everything, in any API group. */
function older({ apiVersion, kind, ...line }: Json, warn: (sentence: string) => void): Policy {
	const policy = read(line, olderTextFields, '', warn);
	const everybody = policy.user === anyOf || policy.group === anyOf || (policy.user === '' && policy.group === '');
	return {
		...policy,
		...(everybody && { user: '', group: authenticatedGroup }),
		apiGroup: anyOf,
		namespace: policy.namespace === '' ? anyOf : policy.namespace,
		resource: policy.resource === '' ? anyOf : policy.resource,
		nonResourcePath: policy.namespace === '' && policy.resource === '' ? anyOf : '',
	};
}

function read(from: Json, names: readonly (keyof Policy)[], prefix: string, warn: (sentence: string) => void): Policy {
	const text = (name: keyof Policy): string => {
		const value = names.includes(name) ? (from[name] ?? '') : '';
		if (typeof value !== 'string') throw new Error(`${prefix}${name}: expected a string`);
		return value;
	};
	const narrowed = from.readonly ?? false;
	if (typeof narrowed !== 'boolean') throw new Error(`${prefix}readonly: expected true or false`);
	unheard(from, [...names, 'readonly'], prefix, warn);
	return {
		user: text('user'),
		group: text('group'),
		readonly: narrowed,
		apiGroup: text('apiGroup'),
		resource: text('resource'),
		namespace: text('namespace'),
		nonResourcePath: text('nonResourcePath'),
	};
}

/** Warns of unknown fields. They are ignored, as in Kubernetes, but a misspelt restriction (`readOnly`) must not go unnoticed. */
function unheard(from: Json, known: readonly string[], prefix: string, warn: (sentence: string) => void): void {
	for (const name of Object.keys(from)) if (!known.includes(name)) warn(`${prefix}${name}: unknown policy field, ignored`);
}

function isObject(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
