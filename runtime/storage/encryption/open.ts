/** Opens the encryption that the flags configure: `--encryption-provider-config`, and the server's own key where that file has no rule. */

import type { Vocabulary } from '../../model/vocabulary.ts';
import { restrictToOwner } from '../file-permissions.ts';
import type { Writing } from '../private-files.ts';
import { readUserFile } from '../read-user-file.ts';
import { aesCbc } from './ciphers/aes-cbc.ts';
import { aesGcm } from './ciphers/aes-gcm.ts';
import { type CleanResources, openCleanResources } from './clean-resources.ts';
import { type ConfiguredProvider, type ConfiguredRule, includes, readEncryptionConfig } from './config.ts';
import { Encryption, type EncryptionRule } from './encryption.ts';
import { givenKeys } from './keys.ts';
import { startKms } from './kms/data-keys.ts';
import { openOwnKey, ownKeyPath } from './own-key.ts';
import type { EncryptionProvider } from './provider.ts';

/** Set of `KindDescriptor.storageName`. */
export interface StoredResources {
	/** Resources that are encrypted by default. */
	readonly confidential: ReadonlySet<string>;
	readonly all: ReadonlySet<string>;
}

export interface EncryptionContext {
	readonly dataDir: string;
	/** Path given by `--encryption-provider-config`. */
	readonly configFile: string | undefined;
	readonly vocabulary: Vocabulary;
	readonly resources: StoredResources;
	/** False where several servers share the store: a key of one data directory must then encrypt nothing. */
	readonly hasOwnKey: boolean;
	readonly writing: Writing;
	readonly report: (sentence: string) => void;
}

export interface OpenEncryption {
	readonly encryption: Encryption;
	readonly clean: CleanResources;
	/** Resources of the current kinds. The value is true for encrypted ones. */
	readonly isEncrypted: ReadonlyMap<string, boolean>;
	/** Adds the resources of newly served kinds. */
	serve(added: StoredResources): void;
	/** Returns a sentence why a provider cannot be used now, or undefined. Absent when no provider can fail. */
	readonly failure?: () => string | undefined;
	close(): void;
}

const unencrypted = 'Secrets are stored unencrypted: servers that share a store have no common key; give all of them the same --encryption-provider-config';

/** Opens encryption. Rejects with one sentence for the user. */
export async function openEncryption(context: EncryptionContext): Promise<OpenEncryption> {
	const { dataDir, configFile, writing, report } = context;
	let { resources } = context;
	const configured = configFile === undefined ? [] : await configuredRules(configFile, context);
	const isConfigured = (resource: string) => configured.some(({ resources }) => resources.some((pattern) => includes(pattern, resource)));
	const path = ownKeyPath(dataDir);
	const lacksRule = [...resources.confidential].some((resource) => !isConfigured(resource));
	const own = context.hasOwnKey ? await openOwnKey({ path, writes: lacksRule, writing }) : undefined;
	if (own === undefined && lacksRule) report(unencrypted);
	const started = new StartedProviders(report);
	try {
		const rules: EncryptionRule[] = [];
		for (const { resources: patterns, providers } of configured) {
			const [writer] = await Promise.all(providers.map((provider) => started.of(provider)));
			const refusesClear = providers.every(({ provider }) => provider !== 'identity');
			rules.push({ includes: (resource) => patterns.some((pattern) => includes(pattern, resource)), writer, ...(refusesClear && { refusesClear }) });
		}
		if (own !== undefined) rules.push({ includes: (resource) => resources.confidential.has(resource), writer: own });
		const providers = own === undefined ? started.all : [own, ...started.all];
		const failing = started.all.filter(({ failure }) => failure !== undefined);
		const sources = [configFile, own && path].filter((source) => source !== undefined).join(' or ') || 'any --encryption-provider-config (none is given)';
		const encryption = new Encryption({ rules, providers, sources, isKnown: (resource) => resources.all.has(resource) });
		const clean = await openCleanResources(dataDir, writing);
		return {
			encryption,
			clean,
			isEncrypted: new Map([...resources.all].map((resource) => [resource, encryption.writer(resource) !== undefined])),
			serve: (added) => {
				resources = { all: new Set([...resources.all, ...added.all]), confidential: new Set([...resources.confidential, ...added.confidential]) };
				encryption.kindsChanged();
			},
			...(failing.length > 0 && { failure: () => failing.map((provider) => provider.failure?.()).find((sentence) => sentence !== undefined) }),
			close: () => started.close(),
		};
	} catch (error) {
		started.close();
		throw error;
	}
}

async function configuredRules(file: string, { vocabulary, resources: { all }, report }: EncryptionContext): Promise<readonly ConfiguredRule[]> {
	const flag = `--encryption-provider-config ${file}`;
	await restrictToOwner(file, report);
	let text: string;
	try {
		text = await readUserFile(file);
	} catch (error) {
		throw new Error(`cannot read ${flag}: ${(error as Error).message}`, { cause: error });
	}
	let rules: readonly ConfiguredRule[];
	try {
		rules = readEncryptionConfig(text, vocabulary);
	} catch (error) {
		throw new Error(`${flag}: ${(error as Error).message}`, { cause: error });
	}
	for (const pattern of rules.flatMap(({ resources }) => resources)) {
		if (![...all].some((resource) => includes(pattern, resource))) report(`${flag}: unknown resource ${pattern}`);
	}
	return rules;
}

/** Providers of the configuration. Entries with the same key management plugin share one provider. */
class StartedProviders {
	readonly #report: (sentence: string) => void;
	readonly #kms = new Map<string, Promise<EncryptionProvider>>();
	readonly all: EncryptionProvider[] = [];

	constructor(report: (sentence: string) => void) {
		this.#report = report;
	}

	/** Returns the provider of an entry; undefined for identity. */
	async of(configured: ConfiguredProvider): Promise<EncryptionProvider | undefined> {
		switch (configured.provider) {
			case 'identity':
				return undefined;
			case 'kms':
				return await this.#kmsOf(configured);
			case 'secretbox': {
				const { secretbox } = await import('./ciphers/secretbox.ts');
				return this.#add(givenKeys('secretbox', configured.keys, secretbox));
			}
			case 'aesgcm':
			case 'aescbc':
				return this.#add(givenKeys(configured.provider, configured.keys, configured.provider === 'aesgcm' ? aesGcm : aesCbc));
		}
	}

	close(): void {
		for (const provider of this.all) provider.close?.();
	}

	#kmsOf({ name, socket, timeoutMs }: ConfiguredProvider & { readonly provider: 'kms' }): Promise<EncryptionProvider> {
		const known = this.#kms.get(name);
		if (known !== undefined) return known;
		const starting = (async () => {
			const { connectPlugin } = await import('./kms/plugin.ts');
			return this.#add(await startKms({ name, plugin: connectPlugin(socket, timeoutMs), report: this.#report }));
		})();
		this.#kms.set(name, starting);
		return starting;
	}

	#add(provider: EncryptionProvider): EncryptionProvider {
		this.all.push(provider);
		return provider;
	}
}
