/**
 * `--encryption-provider-config`: parses an EncryptionConfiguration as kube-apiserver does (seed 3, "Encryption of secret data at rest").
 * The whole file is validated before any of it is used. Errors name the file and the field.
 */
import type { Json } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { durationMs } from '../../scalars/duration.ts';
import { listAt, mapAt, only, textAt } from '../../wire/config-parts.ts';
import { parseYaml } from '../../wire/yaml.ts';

export interface ConfiguredKey {
	readonly name: string;
	readonly secret: Uint8Array;
}

export type ConfiguredProvider =
	| { readonly provider: 'identity' }
	| { readonly provider: 'aesgcm' | 'aescbc' | 'secretbox'; readonly keys: readonly [ConfiguredKey, ...ConfiguredKey[]] }
	| { readonly provider: 'kms'; readonly name: string; readonly socket: string; readonly timeoutMs: number };

export interface ConfiguredRule {
	/** Patterns of resources: `secrets`, `deployments.apps`, `*.apps`, `*.` (the core group), `*.*`. */
	readonly resources: readonly string[];
	/** Providers that decrypt; the first also encrypts. */
	readonly providers: readonly [ConfiguredProvider, ...ConfiguredProvider[]];
}

/** Allowed lengths of secrets, in bytes. */
const secretLengths = { aesgcm: [16, 24, 32], aescbc: [16, 24, 32], secretbox: [32] } as const;

const providerNames = ['identity', 'aesgcm', 'aescbc', 'secretbox', 'kms'];

const defaultTimeoutMs = 3000;

/** Parses the file's text. Throws an Error with one sentence that names the field and the expected value. */
export function readEncryptionConfig(text: string, { groupDomain }: Pick<Vocabulary, 'groupDomain'>): readonly ConfiguredRule[] {
	const root = mapAt(parseYaml(text), '');
	only(root, '', ['apiVersion', 'kind', 'resources']);
	const apiVersion = `apiserver.config.${groupDomain}/v1`;
	if (root.apiVersion !== apiVersion) throw new Error(`apiVersion: expected ${apiVersion}`);
	if (root.kind !== 'EncryptionConfiguration') throw new Error('kind: expected EncryptionConfiguration');
	const rules = listAt(root.resources, 'resources').map((entry, i) => readRule(entry, `resources[${i}]`));
	refuseMasked(rules);
	refuseNamesTwice(rules);
	return rules;
}

/** Reports whether a pattern of the file includes a resource, given as name and group (`deployments.apps`). */
export function includes(pattern: string, resource: string): boolean {
	if (pattern === '*.*' || pattern === resource) return true;
	if (!pattern.startsWith('*.')) return false;
	const dot = resource.indexOf('.');
	return dot < 0 ? pattern === '*.' : pattern === `*${resource.slice(dot)}`;
}

function readRule(entry: Json, where: string): ConfiguredRule {
	const rule = mapAt(entry, where);
	only(rule, where, ['resources', 'providers']);
	const resources = listAt(rule.resources, `${where}.resources`).map((name, i) => textAt(name, `${where}.resources[${i}]`));
	for (const [i, name] of resources.entries()) checkResource(name, `${where}.resources[${i}]`, resources);
	const [first, ...others] = listAt(rule.providers, `${where}.providers`).map((provider, i) => readProvider(provider, `${where}.providers[${i}]`));
	if (first === undefined) throw new Error(`${where}.providers: expected at least one`);
	return { resources, providers: [first, ...others] };
}

function checkResource(name: string, where: string, all: readonly string[]): void {
	if (!/^(?:\*\.\*|\*\.|\*?[a-z0-9][a-z0-9-]*(?:\.[a-z0-9.-]+)?|\*\.[a-z0-9.-]+)$/.test(name))
		throw new Error(`${where}: ${JSON.stringify(name)} is not a resource: expected a name such as secrets, deployments.apps, *.apps, *. or *.*`);
	if (all.filter((other) => other === name).length > 1) throw new Error(`${where}: ${name} stands twice`);
}

function readProvider(entry: Json, where: string): ConfiguredProvider {
	const names = Object.keys(mapAt(entry, where));
	const [name] = names;
	if (name === undefined || names.length > 1) throw new Error(`${where}: expected exactly one provider, such as aesgcm`);
	if (!providerNames.includes(name)) throw new Error(`${where}: ${JSON.stringify(name)} is not a provider (expected ${providerNames.join(', ')})`);
	const at = `${where}.${name}`;
	const value = mapAt(mapAt(entry, where)[name], at);
	if (name === 'identity') {
		only(value, at, []);
		return { provider: 'identity' };
	}
	if (name === 'kms') return readKms(value, at);
	const provider = name as keyof typeof secretLengths;
	only(value, at, ['keys']);
	const [first, ...others] = listAt(value.keys, `${at}.keys`).map((key, i) => readKey(key, `${at}.keys[${i}]`, secretLengths[provider]));
	if (first === undefined) throw new Error(`${at}.keys: expected at least one`);
	const keys: readonly [ConfiguredKey, ...ConfiguredKey[]] = [first, ...others];
	const twice = keys.find((key, i) => keys.findIndex((other) => other.name === key.name) < i);
	if (twice !== undefined) throw new Error(`${at}.keys: the name ${JSON.stringify(twice.name)} stands twice`);
	return { provider, keys };
}

/** Reads a key. Error messages never contain the secret. */
function readKey(entry: Json, where: string, lengths: readonly number[]): ConfiguredKey {
	const key = mapAt(entry, where);
	only(key, where, ['name', 'secret']);
	const secret = Buffer.from(textAt(key.secret, `${where}.secret`), 'base64');
	if (secret.toString('base64') !== key.secret) throw new Error(`${where}.secret: expected base64`);
	if (!lengths.includes(secret.byteLength)) throw new Error(`${where}.secret: expected a key of ${lengths.join(', ')} bytes, found ${secret.byteLength}`);
	return { name: textAt(key.name, `${where}.name`), secret };
}

function readKms(value: Readonly<Record<string, Json>>, where: string): ConfiguredProvider {
	only(value, where, ['apiVersion', 'name', 'endpoint', 'timeout', 'cachesize']);
	if (value.apiVersion !== 'v2') throw new Error(`${where}.apiVersion: expected v2: version 1 of the API is not supported`);
	if (value.cachesize !== undefined) throw new Error(`${where}.cachesize: version 2 of the API has no such setting`);
	const name = textAt(value.name, `${where}.name`);
	if (name.includes(':')) throw new Error(`${where}.name: expected a name without a colon`);
	const endpoint = textAt(value.endpoint, `${where}.endpoint`);
	const path = /^unix:\/\/(?<path>\/.+)$/.exec(endpoint)?.groups?.path;
	if (path === undefined) throw new Error(`${where}.endpoint: expected unix:///PATH`);
	// A leading `/@` denotes Linux's abstract socket namespace, which has no folder.
	const socket = path.startsWith('/@') ? `\0${path.slice(2)}` : path;
	const timeoutMs = value.timeout === undefined ? defaultTimeoutMs : durationMs(textAt(value.timeout, `${where}.timeout`));
	if (timeoutMs === undefined || timeoutMs <= 0) throw new Error(`${where}.timeout: expected a duration such as 3s`);
	return { provider: 'kms', name, socket, timeoutMs };
}

/** Refuses patterns that never match, because earlier entries include all their resources. */
function refuseMasked(rules: readonly ConfiguredRule[]): void {
	const earlier: string[] = [];
	for (const [i, { resources }] of rules.entries()) {
		for (const [j, resource] of resources.entries()) {
			const masking = earlier.find((pattern) => pattern === resource || pattern === '*.*' || (!resource.startsWith('*') && includes(pattern, resource)));
			if (masking !== undefined) throw new Error(`resources[${i}].resources[${j}]: ${resource} is never used, because an earlier entry has ${masking}`);
		}
		earlier.push(...resources);
	}
}

function refuseNamesTwice(rules: readonly ConfiguredRule[]): void {
	const seen = new Map<string, string>();
	for (const { providers } of rules) {
		for (const provider of providers) {
			if (provider.provider !== 'kms') continue;
			const { name, socket } = provider;
			if ((seen.get(name) ?? socket) !== socket) throw new Error(`kms providers named ${JSON.stringify(name)} have different endpoints`);
			seen.set(name, socket);
		}
	}
}
