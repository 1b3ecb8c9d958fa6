/**
 * The variable `authorizer` (KEP-3488): `authorizer.group('apps').resource('deployments').namespace('a').check('create').allowed()`. An
 * authorizer may have to ask another server, for which an expression cannot wait. The first evaluation then ends with `Pending`, and is
 * repeated when the answer is known.
 */
import type { Attributes, Decision } from '../../api/authorization.ts';
import { accountUser, groupsOfAccount } from '../../api/identity.ts';
import type { RequestVerb, User } from '../../api/request.ts';
import { checkDnsLabel, checkDnsSubdomain } from '../../scalars/formats.ts';
import type { CelLibrary } from '../../schema/cel/functions/library.ts';
import { fieldRequirements, labelRequirements } from '../../select/requirements.ts';

/** Cost of a check. The cost limit of an expression allows two checks. */
export const unitsPerCheck = 350_000;

/** Answer to a check. `error`: set when the authorizer failed. */
export interface Answer {
	readonly decision: Decision;
	readonly error: string;
}

/** Answers the checks of one request, each once. Throws Pending for an answer that is not known yet. */
export interface Checks {
	ask(attributes: Attributes): Answer;
}

export class AuthorizerValue {
	readonly user: User;
	readonly checks: Checks;
	/** Resource of the request. Only the variable itself has it. */
	readonly requestResource: ResourceCheck | undefined;

	constructor(user: User, checks: Checks, requestResource?: ResourceTarget) {
		this.user = user;
		this.checks = checks;
		this.requestResource = requestResource && new ResourceCheck(this, requestResource);
	}
}

export interface ResourceTarget {
	readonly group: string;
	readonly resource: string;
	readonly subresource: string;
	readonly namespace: string;
	readonly name: string;
	readonly fieldSelector?: string;
	readonly labelSelector?: string;
}

class PathCheck {
	readonly of: AuthorizerValue;
	readonly path: string;
	constructor(of: AuthorizerValue, path: string) {
		this.of = of;
		this.path = path;
	}

	check(verb: string): DecisionValue {
		return decided(this.of, { user: this.of.user, info: { isResource: false, verb }, path: this.path });
	}
}

class GroupCheck {
	readonly of: AuthorizerValue;
	readonly group: string;
	constructor(of: AuthorizerValue, group: string) {
		this.of = of;
		this.group = group;
	}
}

class ResourceCheck {
	readonly of: AuthorizerValue;
	readonly target: ResourceTarget;
	constructor(of: AuthorizerValue, target: ResourceTarget) {
		this.of = of;
		this.target = target;
	}

	with(change: Partial<ResourceTarget>): ResourceCheck {
		return new ResourceCheck(this.of, { ...this.target, ...change });
	}

	check(verb: string): DecisionValue {
		const { fieldSelector = '', labelSelector = '', ...target } = this.target;
		const info = { isResource: true, version: '*', ...target, verb: verb as RequestVerb } as const;
		const fields = fieldSelector === '' ? [] : (fieldRequirements(fieldSelector) ?? []);
		const labels = labelSelector === '' ? [] : (labelRequirements(labelSelector) ?? []);
		const restricted = fields.length + labels.length > 0;
		return decided(this.of, { user: this.of.user, info, path: '', ...(restricted && { selectors: () => ({ fields, labels }) }) });
	}
}

class DecisionValue {
	readonly answer: Answer;
	constructor(answer: Answer) {
		this.answer = answer;
	}
}

function decided({ checks }: AuthorizerValue, attributes: Attributes): DecisionValue {
	return new DecisionValue(checks.ask(attributes));
}

function notBlank(text: string, what: string): string {
	if (text.trim() === '') throw new Error(`${what} must not be empty`);
	return text;
}

function serviceAccount(of: AuthorizerValue, namespace: string, name: string): AuthorizerValue {
	if (checkDnsSubdomain(name).length > 0) throw new Error('Invalid service account name');
	if (checkDnsLabel(namespace).length > 0) throw new Error('Invalid service account namespace');
	// The account is not authenticated here, so it lacks the group of all authenticated users.
	return new AuthorizerValue({ ...accountUser(namespace, name, ''), groups: groupsOfAccount(namespace) }, of.checks);
}

const name = (of: string): string => `kubernetes.authorization.${of}`;
const [authorizer, path, group, resource, decision] = ['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(name);

function narrowing(field: keyof ResourceTarget): CelLibrary['functions'][number] {
	return { signature: `${resource}.${field}(string): ${resource}`, handler: (check: ResourceCheck, text: string) => check.with({ [field]: text }) };
}

export const authorization: CelLibrary = {
	types: [
		{ name: authorizer ?? '', ctor: AuthorizerValue },
		{ name: path ?? '', ctor: PathCheck },
		{ name: group ?? '', ctor: GroupCheck },
		{ name: resource ?? '', ctor: ResourceCheck },
		{ name: decision ?? '', ctor: DecisionValue },
	],
	functions: [
		{ signature: `${authorizer}.path(string): ${path}`, handler: (of: AuthorizerValue, text: string) => new PathCheck(of, notBlank(text, 'path')) },
		{ signature: `${authorizer}.group(string): ${group}`, handler: (of: AuthorizerValue, text: string) => new GroupCheck(of, text) },
		{ signature: `${authorizer}.serviceAccount(string, string): ${authorizer}`, handler: serviceAccount },
		{
			signature: `${group}.resource(string): ${resource}`,
			handler: ({ of, group: named }: GroupCheck, text: string) =>
				new ResourceCheck(of, { group: named, resource: notBlank(text, 'resource'), subresource: '', namespace: '', name: '' }),
		},
		...(['subresource', 'namespace', 'name', 'fieldSelector', 'labelSelector'] as const).map(narrowing),
		{ signature: `${path}.check(string): ${decision}`, handler: (check: PathCheck, verb: string) => check.check(verb) },
		{ signature: `${resource}.check(string): ${decision}`, handler: (check: ResourceCheck, verb: string) => check.check(verb) },
		{ signature: `${decision}.allowed(): bool`, handler: ({ answer }: DecisionValue) => answer.decision.verdict === 'allow' },
		{ signature: `${decision}.reason(): string`, handler: ({ answer }: DecisionValue) => answer.decision.reason },
		{ signature: `${decision}.errored(): bool`, handler: ({ answer }: DecisionValue) => answer.error !== '' },
		{ signature: `${decision}.error(): string`, handler: ({ answer }: DecisionValue) => answer.error },
	],
};
