/**
 * `--audit-policy-file`: a Policy of `audit.{groupDomain}/v1`. The first matching rule sets the level of a request; a request that matches
 * no rule is not audited.
 */
import { namespaceMeant } from '../../api/authorization.ts';
import type { Flag } from '../../api/flag.ts';
import { text } from '../../api/flag-value.ts';
import type { RequestInfo, User } from '../../api/request.ts';
import type { Json } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { readUserFile } from '../../storage/read-user-file.ts';
import { parseYaml } from '../../wire/yaml.ts';
import { type AuditPolicy, type AuditRule, type Level, levels, type Stage, stages } from './contract.ts';

export const policyFile: Flag<string | undefined> = {
	name: 'audit-policy-file',
	value: 'FILE',
	help: 'File with the audit Policy. Without it, every request is audited at level Metadata.',
	default: undefined,
	parse: text,
};

/** Policy in the absence of a file: the metadata of every request. */
export const everyRequest: AuditPolicy = () => allMetadata;

const allMetadata: AuditRule = { level: 'Metadata', omitted: new Set(), omitManagedFields: false };

/** Reads a policy file. Rejects with an Error of one sentence that names the flag, the file and the position. */
export async function readPolicyFile(file: string, vocabulary: Vocabulary): Promise<AuditPolicy> {
	try {
		return readPolicy(await readUserFile(file), vocabulary);
	} catch (error) {
		throw new Error(`--${policyFile.name} ${file}: ${(error as Error).message}`, { cause: error });
	}
}

type Section = Readonly<Record<string, Json>>;

type Fits = (info: RequestInfo, path: string, user: User | undefined) => boolean;

/** Parses a policy. Throws an Error with the position and the expected value. */
export function readPolicy(content: string, { groupDomain }: Pick<Vocabulary, 'groupDomain'>): AuditPolicy {
	const policy = section(parseYaml(content), '');
	only(policy, '', ['apiVersion', 'kind', 'metadata', 'rules', 'omitStages', 'omitManagedFields']);
	const apiVersion = `audit.${groupDomain}/v1`;
	if (policy.apiVersion !== apiVersion) throw new Error(`apiVersion: expected ${apiVersion}`);
	if (policy.kind !== 'Policy') throw new Error('kind: expected Policy');
	const omitted = new Set(stagesAt(policy.omitStages, 'omitStages'));
	const none: AuditRule = { level: 'None', omitted, omitManagedFields: false };
	if (!Array.isArray(policy.rules) || policy.rules.length === 0) throw new Error('rules: expected at least one');
	const omits = flagAt(policy.omitManagedFields, 'omitManagedFields') ?? false;
	const rules = policy.rules.map((rule, i) => readRule(rule, `rules[${i}]`, omitted, omits));
	return ({ info, path }, user) => {
		for (const { fits, telling } of rules) if (fits(info, path, user)) return telling;
		return none;
	};
}

function readRule(value: Json, where: string, omitted: ReadonlySet<Stage>, omits: boolean): { readonly fits: Fits; readonly telling: AuditRule } {
	const rule = section(value, where);
	only(rule, where, ['level', 'users', 'userGroups', 'verbs', 'resources', 'namespaces', 'nonResourceURLs', 'omitStages', 'omitManagedFields']);
	const level = levels.find((each) => each === rule.level) as Level | undefined;
	if (level === undefined) throw new Error(`${where}.level: expected one of ${levels.join(', ')}`);
	const texts = (name: string): readonly string[] => textsAt(rule[name], `${where}.${name}`);
	const [users, groups, verbs, namespaces, urls] = [texts('users'), texts('userGroups'), texts('verbs'), texts('namespaces'), texts('nonResourceURLs')];
	const resources = rule.resources === undefined || rule.resources === null ? [] : resourcesAt(rule.resources, `${where}.resources`);
	const isOfResources = resources.length > 0 || namespaces.length > 0;
	if (isOfResources && urls.length > 0) throw new Error(`${where}: nonResourceURLs cannot be combined with resources or namespaces`);
	for (const [i, url] of urls.entries()) checkUrl(url, `${where}.nonResourceURLs[${i}]`);
	const about: Fits = (info, path) => {
		if (isOfResources)
			return (
				info.isResource &&
				(namespaces.length === 0 || namespaces.includes(namespaceMeant(info))) &&
				(resources.length === 0 || resources.some((fits) => fits(info)))
			);
		return urls.length === 0 || (!info.isResource && urls.some((url) => isAt(url, path)));
	};
	return {
		fits: (info, path, user) =>
			(users.length === 0 || (user !== undefined && users.includes(user.name))) &&
			(groups.length === 0 || user?.groups.some((group) => groups.includes(group)) === true) &&
			(verbs.length === 0 || verbs.includes(info.verb)) &&
			about(info, path, user),
		telling: {
			level,
			omitted: new Set([...omitted, ...stagesAt(rule.omitStages, `${where}.omitStages`)]),
			omitManagedFields: flagAt(rule.omitManagedFields, `${where}.omitManagedFields`) ?? omits,
		},
	};
}

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

function resourcesAt(value: Json, where: string): readonly ((info: ResourceInfo) => boolean)[] {
	return listAt(value, where).map((entry, i) => {
		const at = `${where}[${i}]`;
		const of = section(entry, at);
		only(of, at, ['group', 'resources', 'resourceNames']);
		const group = of.group === undefined ? '' : textAt(of.group, `${at}.group`);
		const patterns = textsAt(of.resources, `${at}.resources`);
		const names = textsAt(of.resourceNames, `${at}.resourceNames`);
		if (names.length > 0 && patterns.length === 0) throw new Error(`${at}: resourceNames need resources`);
		return (info) =>
			info.group === group && (patterns.length === 0 || patterns.some((pattern) => isOf(pattern, info))) && (names.length === 0 || names.includes(info.name));
	});
}

/**
 * Reports whether a pattern matches a resource: `pods`, `pods/log`, `pods/*` (its subresources), a star before the slash (that subresource
 * of all resources) or `*`.
 */
function isOf(pattern: string, { resource, subresource }: ResourceInfo): boolean {
	if (pattern === '*') return true;
	const slash = pattern.indexOf('/');
	if (slash < 0) return subresource === '' && pattern === resource;
	const [ofResource, ofSubresource] = [pattern.slice(0, slash), pattern.slice(slash + 1)];
	return subresource !== '' && (ofResource === '*' || ofResource === resource) && (ofSubresource === '*' || ofSubresource === subresource);
}

function checkUrl(url: string, where: string): void {
	if (url === '*') return;
	if (!url.startsWith('/')) throw new Error(`${where}: expected a path or *`);
	if (url.slice(0, -1).includes('*')) throw new Error(`${where}: * is allowed only at the end`);
}

function isAt(url: string, path: string): boolean {
	if (url === '*' || url === path) return true;
	return url.endsWith('*') && path.startsWith(url.slice(0, -1));
}

function stagesAt(value: Json | undefined, where: string): readonly Stage[] {
	return textsAt(value, where).map((name, i) => {
		const stage = stages.find((each) => each === name);
		if (stage === undefined) throw new Error(`${where}[${i}]: expected one of ${stages.join(', ')}`);
		return stage;
	});
}

function flagAt(value: Json | undefined, where: string): boolean | undefined {
	if (value === undefined || value === null) return undefined;
	if (typeof value !== 'boolean') throw new Error(`${where}: expected true or false`);
	return value;
}

function listAt(value: Json, where: string): readonly Json[] {
	if (!Array.isArray(value)) throw new Error(`${where}: expected a list`);
	return value;
}

function textsAt(value: Json | undefined, where: string): readonly string[] {
	return value === undefined || value === null ? [] : listAt(value, where).map((each, i) => textAt(each, `${where}[${i}]`));
}

function textAt(value: Json, where: string): string {
	if (typeof value !== 'string') throw new Error(`${where}: expected a string`);
	return value;
}

function section(value: Json | undefined, where: string): Section {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${where === '' ? '' : `${where}: `}expected a map`);
	return value as Section;
}

function only(map: Section, where: string, names: readonly string[]): void {
	const odd = Object.keys(map).find((name) => !names.includes(name));
	if (odd !== undefined) throw new Error(`${where === '' ? '' : `${where}: `}${JSON.stringify(odd)} is an unknown field (known fields: ${names.join(', ')})`);
}
