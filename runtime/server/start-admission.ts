/** Admission of a stack: selects the plugins, reads their configurations, and starts the chain. */
import { alwaysInForce } from '../admission/always/index.ts';
import { admissionChain } from '../admission/chain.ts';
import { readConfigurations } from '../admission/configuration.ts';
import type { AdmissionChain, AdmissionContext, AdmissionPlugin } from '../admission/contract.ts';
import { pluginsInForce } from '../admission/enabled.ts';
import { modesInForce } from '../auth/authz/index.ts';
import type { Release } from '../model/catalog.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Rows } from './registries.ts';

interface Chosen {
	readonly options: ServerOptions;
	readonly rows: Rows;
	readonly vocabulary: Vocabulary;
	readonly release: Release;
	readonly gates: ReadonlyMap<string, boolean>;
}

/** Returns the plugins in force, in their order. Rejects with an Error of one sentence that names the flag. */
export async function chosenPlugins({ options, rows, vocabulary, release, gates }: Chosen): Promise<readonly AdmissionPlugin[]> {
	const { flags, enableAdmissionPlugins: enable, disableAdmissionPlugins: disable } = options;
	const modes = await modesInForce({ flags, vocabulary, release, gates }, rows.authorizers);
	return [...pluginsInForce({ enable, disable, modes }, release, rows.admissionPlugins), ...alwaysInForce];
}

type Context = Omit<AdmissionContext, 'self' | 'configuration'>;

/** Starts the plugins that are on. `rows`: all plugins of the server. Rejects with an Error of one sentence that names the flag. */
export async function startAdmission(context: Context, inForce: readonly AdmissionPlugin[], rows: readonly AdmissionPlugin[]): Promise<AdmissionChain> {
	const { flags, vocabulary, release, log } = context;
	const warn = (sentence: string): void => log.warn(sentence);
	return admissionChain(context, inForce, await readConfigurations({ flags, vocabulary, release, plugins: rows, inForce, warn }));
}
