/** Opens the encryption of the store, which is transparent to all layers above. */

import type { Catalog } from '../model/catalog.ts';
import { type OpenEncryption, openEncryption, type StoredResources } from '../storage/encryption/open.ts';
import { Rotation } from '../storage/encryption/rotation.ts';
import { withEncryption } from '../storage/encryption/store.ts';
import type { Writing } from '../storage/private-files.ts';
import type { Store } from '../storage/store.ts';
import type { Log } from '../telemetry/log.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';

export interface EncryptionParts {
	readonly dataDir: string;
	readonly shared: boolean;
	readonly log: Log;
	readonly writing: Writing;
}

/** Opens the encryption. Rejects with an Error whose message is one sentence for the user. */
export async function encryptionOf(
	{ encryptionProviderConfig }: ServerOptions,
	{ catalog, vocabulary }: Generated,
	parts: EncryptionParts,
): Promise<OpenEncryption> {
	const { dataDir, shared, log, writing } = parts;
	return await openEncryption({
		dataDir,
		configFile: encryptionProviderConfig,
		vocabulary,
		resources: storedResources(catalog),
		hasOwnKey: !shared,
		writing,
		report: (sentence) => log.warn(sentence),
	});
}

export function storedResources(catalog: Pick<Catalog, 'kinds'>): StoredResources {
	const stored = catalog.kinds.filter(({ stored }) => stored !== false);
	const names = (kinds: typeof stored) => new Set(kinds.map(({ storageName }) => storageName));
	return { all: names(stored), confidential: names(stored.filter(({ confidential }) => confidential === true)) };
}

export function encrypted(store: Store, { encryption, clean, isEncrypted }: OpenEncryption, log: Log): Store {
	const reports = { told: (sentence: string) => log.warn(sentence), failed: (sentence: string) => log.error(sentence) };
	return withEncryption(store, encryption, new Rotation({ store, reports, clean, isEncrypted }));
}
