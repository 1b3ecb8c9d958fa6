/**
 * Parser of `--authorization-config`, an AuthorizationConfiguration as kube-apiserver reads it (KEP-3221). It lists the modes in order and
 * the settings of each webhook. The whole file is validated before any of it is used; errors name the position.
 */
import { isAbsolute } from 'node:path';
import type { Json, Release } from '../../../model/catalog.ts';
import type { Vocabulary } from '../../../model/vocabulary.ts';
import { durationMs } from '../../../scalars/duration.ts';
import { checkDnsSubdomain } from '../../../scalars/formats.ts';
import { ConfigError, type ConfigMap, listAt, listOrNone, mapAt, textAt } from '../../../wire/config-parts.ts';
import { checkFileKind, type FieldsSince, type FileKind, given, onlyFields } from '../../configuration/release.ts';
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

export interface ReadingContext {
	readonly file: FileKind;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	/** Accepted types. */
	readonly modes: readonly string[];
}

const repeatable = 'Webhook';
const webhookFields: FieldsSince = {
	...{ timeout: undefined, authorizedTTL: undefined, unauthorizedTTL: undefined, cacheAuthorizedRequests: '1.34', cacheUnauthorizedRequests: '1.34' },
	...{ subjectAccessReviewVersion: undefined, matchConditionSubjectAccessReviewVersion: undefined },
	...{ failurePolicy: undefined, connectionInfo: undefined, matchConditions: undefined },
};
const longestTimeoutMs = 30_000;
const mostConditions = 64;

/** Reads a parsed file. Throws a ConfigError. */
export function readAuthorizationConfig(root: Json, context: ReadingContext): readonly ConfiguredAuthorizer[] {
	const { file, vocabulary, release } = context;
	const map = mapAt(root, '');
	checkFileKind(map, file, vocabulary, release);
	onlyFields(map, '', { apiVersion: undefined, kind: undefined, authorizers: undefined }, release);
	const read = listAt(map.authorizers, 'authorizers').map((entry, i) => readAuthorizer(entry, `authorizers[${i}]`, context));
	for (const [i, { type, name }] of read.entries()) {
		const before = read.slice(0, i);
		if (type !== repeatable && before.some((other) => other.type === type)) throw new ConfigError(`authorizers[${i}].type`, `${type} is given twice`);
		if (before.some((other) => other.name === name)) throw new ConfigError(`authorizers[${i}].name`, `${JSON.stringify(name)} is given twice`);
	}
	return read;
}

function readAuthorizer(entry: Json, where: string, { modes, release }: ReadingContext): ConfiguredAuthorizer {
	const map = mapAt(entry, where);
	onlyFields(map, where, { type: undefined, name: undefined, webhook: undefined }, release);
	const type = oneOf(map.type, `${where}.type`, modes);
	const name = textAt(map.name, `${where}.name`);
	const [wrong] = checkDnsSubdomain(name);
	if (wrong !== undefined) throw new ConfigError(`${where}.name`, wrong);
	if (type === repeatable) return { type, name, webhook: readWebhook(map.webhook, `${where}.webhook`, release) };
	if (given(map, 'webhook') !== undefined) throw new ConfigError(`${where}.webhook`, `only a type of ${repeatable} has one`);
	return { type, name };
}

function readWebhook(value: Json | undefined, where: string, release: Release): ConfiguredWebhook {
	const map = mapAt(value, where);
	onlyFields(map, where, webhookFields, release);
	const conditions = readConditions(map, where, release);
	const timeoutMs = durationAt(map.timeout, `${where}.timeout`);
	if (timeoutMs > longestTimeoutMs) throw new ConfigError(`${where}.timeout`, 'expected at most 30s');
	return {
		conditions,
		timeoutMs,
		file: readConnection(map.connectionInfo, `${where}.connectionInfo`, release),
		version: oneOf(map.subjectAccessReviewVersion, `${where}.subjectAccessReviewVersion`, ['v1', 'v1beta1'] as const),
		authorizedMs: keptMs(map, where, 'cacheAuthorizedRequests', 'authorizedTTL', 5 * 60_000),
		unauthorizedMs: keptMs(map, where, 'cacheUnauthorizedRequests', 'unauthorizedTTL', 30_000),
		deniesOnFailure: oneOf(map.failurePolicy, `${where}.failurePolicy`, ['NoOpinion', 'Deny'] as const) === 'Deny',
	};
}

function readConnection(value: Json | undefined, where: string, release: Release): string {
	const map = mapAt(value, where);
	onlyFields(map, where, { type: undefined, kubeConfigFile: undefined }, release);
	oneOf(map.type, `${where}.type`, ['KubeConfigFile']);
	const file = textAt(map.kubeConfigFile, `${where}.kubeConfigFile`);
	if (!isAbsolute(file)) throw new ConfigError(`${where}.kubeConfigFile`, 'expected an absolute path');
	return file;
}

function readConditions(map: ConfigMap, where: string, release: Release): readonly string[] {
	const conditions = listOrNone(map.matchConditions, `${where}.matchConditions`);
	const version = given(map, 'matchConditionSubjectAccessReviewVersion');
	if (conditions.length > 0 || version !== undefined) oneOf(version, `${where}.matchConditionSubjectAccessReviewVersion`, ['v1']);
	if (conditions.length > mostConditions) throw new ConfigError(`${where}.matchConditions`, `expected at most ${mostConditions}`);
	const texts = conditions.map((condition, i) => {
		const at = `${where}.matchConditions[${i}]`;
		onlyFields(mapAt(condition, at), at, { expression: undefined }, release);
		return textAt(mapAt(condition, at).expression, `${at}.expression`);
	});
	const twice = texts.findIndex((text, i) => texts.indexOf(text) < i);
	if (twice >= 0) throw new ConfigError(`${where}.matchConditions[${twice}].expression`, 'it is given twice');
	return texts;
}

function keptMs(map: ConfigMap, where: string, keeps: string, ttl: string, usualMs: number): number {
	const isKept = given(map, keeps) ?? true;
	if (typeof isKept !== 'boolean') throw new ConfigError(`${where}.${keeps}`, 'expected true or false');
	const ms = given(map, ttl) === undefined ? usualMs : durationAt(map[ttl], `${where}.${ttl}`);
	return isKept ? ms : 0;
}

function durationAt(value: Json | undefined, where: string): number {
	const ms = durationMs(textAt(value, where));
	if (ms === undefined || ms <= 0) throw new ConfigError(where, 'expected a duration such as 3s');
	return ms;
}

function oneOf<T extends string>(value: Json | undefined, where: string, names: readonly T[]): T {
	const found = names.find((name) => name === value);
	if (found === undefined) throw new ConfigError(where, `expected ${names.length > 1 ? 'one of ' : ''}${names.join(', ')}`);
	return found;
}
