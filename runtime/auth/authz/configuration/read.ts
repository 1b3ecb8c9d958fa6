/**
 * Parser of `--authorization-config`, an AuthorizationConfiguration as kube-apiserver reads it (KEP-3221). It lists the modes in order and
 * the settings of each webhook. The whole file is validated before any of it is used; errors name the position.
 */
import { isAbsolute } from 'node:path';
import type { Json } from '../../../model/catalog.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { durationMs } from '../../../scalars/duration.ts';
import { checkDnsSubdomain } from '../../../scalars/formats.ts';
import { type ConfigMap, listAt, mapAt, only, textAt } from '../../../wire/config-parts.ts';
import { parseYaml } from '../../../wire/yaml/reader.ts';
import type { ReviewVersion } from '../webhook/review.ts';

export interface ConfiguredWebhook {
	/** Absolute path of the webhook's kubeconfig. */
	readonly file: string;
	readonly version: ReviewVersion;
	readonly timeoutMs: number;
	/** Lifetimes of cached decisions; 0 disables the cache. */
	readonly authorizedMs: number;
	readonly unauthorizedMs: number;
	readonly deniesOnFailure: boolean;
	/** CEL conditions; the webhook is asked only if all hold. */
	readonly conditions: readonly string[];
}

export interface ConfiguredAuthorizer {
	/** Name of a mode. */
	readonly type: string;
	readonly name: string;
	/** Set when the type is Webhook. */
	readonly webhook?: ConfiguredWebhook;
}

const repeatable = 'Webhook';
const versions = ['v1', 'v1beta1', 'v1alpha1'];
const webhookFields = [
	...['authorizedTTL', 'cacheAuthorizedRequests', 'unauthorizedTTL', 'cacheUnauthorizedRequests', 'timeout', 'subjectAccessReviewVersion'],
	...['matchConditionSubjectAccessReviewVersion', 'failurePolicy', 'connectionInfo', 'matchConditions'],
];
const longestTimeoutMs = 30_000;
const mostConditions = 64;

/** Parses a file. `modes` lists the accepted types. Throws an Error of one sentence with the position and the expected value. */
export function readAuthorizationConfig(text: string, { groupDomain }: Vocabulary, modes: readonly string[]): readonly ConfiguredAuthorizer[] {
	const root = mapAt(parseYaml(text), '');
	only(root, '', ['apiVersion', 'kind', 'authorizers']);
	const group = `apiserver.config.${groupDomain}`;
	if (!versions.some((version) => root.apiVersion === `${group}/${version}`)) throw new Error(`apiVersion: expected ${group}/v1`);
	if (root.kind !== 'AuthorizationConfiguration') throw new Error('kind: expected AuthorizationConfiguration');
	const read = listAt(root.authorizers, 'authorizers').map((entry, i) => readAuthorizer(entry, `authorizers[${i}]`, modes));
	for (const [i, { type, name }] of read.entries()) {
		const before = read.slice(0, i);
		if (type !== repeatable && before.some((other) => other.type === type)) throw new Error(`authorizers[${i}].type: ${type} is given twice`);
		if (before.some((other) => other.name === name)) throw new Error(`authorizers[${i}].name: ${JSON.stringify(name)} is given twice`);
	}
	return read;
}

function readAuthorizer(entry: Json, where: string, modes: readonly string[]): ConfiguredAuthorizer {
	const map = mapAt(entry, where);
	only(map, where, ['type', 'name', 'webhook']);
	const type = oneOf(map.type, `${where}.type`, modes);
	const name = textAt(map.name, `${where}.name`);
	const [wrong] = checkDnsSubdomain(name);
	if (wrong !== undefined) throw new Error(`${where}.name: ${wrong}`);
	if (type === repeatable) return { type, name, webhook: readWebhook(map.webhook, `${where}.webhook`) };
	if (map.webhook !== undefined) throw new Error(`${where}.webhook: only a type of ${repeatable} has one`);
	return { type, name };
}

function readWebhook(value: Json | undefined, where: string): ConfiguredWebhook {
	const map = mapAt(value, where);
	only(map, where, webhookFields);
	const conditions = readConditions(map, where);
	const timeoutMs = durationAt(map.timeout, `${where}.timeout`);
	if (timeoutMs > longestTimeoutMs) throw new Error(`${where}.timeout: expected at most 30s`);
	return {
		conditions,
		timeoutMs,
		file: readConnection(map.connectionInfo, `${where}.connectionInfo`),
		version: oneOf(map.subjectAccessReviewVersion, `${where}.subjectAccessReviewVersion`, ['v1', 'v1beta1'] as const),
		authorizedMs: keptMs(map, where, 'cacheAuthorizedRequests', 'authorizedTTL', 5 * 60_000),
		unauthorizedMs: keptMs(map, where, 'cacheUnauthorizedRequests', 'unauthorizedTTL', 30_000),
		deniesOnFailure: oneOf(map.failurePolicy, `${where}.failurePolicy`, ['NoOpinion', 'Deny'] as const) === 'Deny',
	};
}

function readConnection(value: Json | undefined, where: string): string {
	const map = mapAt(value, where);
	only(map, where, ['type', 'kubeConfigFile']);
	oneOf(map.type, `${where}.type`, ['KubeConfigFile']);
	const file = textAt(map.kubeConfigFile, `${where}.kubeConfigFile`);
	if (!isAbsolute(file)) throw new Error(`${where}.kubeConfigFile: expected an absolute path`);
	return file;
}

function readConditions(map: ConfigMap, where: string): readonly string[] {
	const conditions = map.matchConditions ?? [];
	if (!Array.isArray(conditions)) throw new Error(`${where}.matchConditions: expected a list`);
	const version = map.matchConditionSubjectAccessReviewVersion;
	if (conditions.length > 0 || version !== undefined) oneOf(version, `${where}.matchConditionSubjectAccessReviewVersion`, ['v1']);
	if (conditions.length > mostConditions) throw new Error(`${where}.matchConditions: expected at most ${mostConditions}`);
	const texts = conditions.map((condition, i) => {
		const at = `${where}.matchConditions[${i}]`;
		only(mapAt(condition, at), at, ['expression']);
		return textAt(mapAt(condition, at).expression, `${at}.expression`);
	});
	const twice = texts.findIndex((text, i) => texts.indexOf(text) < i);
	if (twice >= 0) throw new Error(`${where}.matchConditions[${twice}].expression: it is given twice`);
	return texts;
}

function keptMs(map: ConfigMap, where: string, keeps: string, ttl: string, usualMs: number): number {
	const isKept = map[keeps] ?? true;
	if (typeof isKept !== 'boolean') throw new Error(`${where}.${keeps}: expected true or false`);
	const ms = map[ttl] === undefined ? usualMs : durationAt(map[ttl], `${where}.${ttl}`);
	return isKept ? ms : 0;
}

function durationAt(value: Json | undefined, where: string): number {
	const ms = durationMs(textAt(value, where));
	if (ms === undefined || ms <= 0) throw new Error(`${where}: expected a duration such as 3s`);
	return ms;
}

function oneOf<T extends string>(value: Json | undefined, where: string, names: readonly T[]): T {
	const found = names.find((name) => name === value);
	if (found === undefined) throw new Error(`${where}: expected ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}`);
	return found;
}
