/** As whom webhooks are called: as nobody, unless a file says otherwise. What reads that is loaded where there is one. */
import type { RemoteUser } from '../../remote/service-file.ts';
import type { AdmissionContext } from '../contract.ts';
import { controlConfigFile } from '../flags.ts';
import type { UserFor } from './parts.ts';

const nobody: RemoteUser = { authorization: () => undefined };

/** Rejects with an Error with one sentence that names the flag. */
export async function readCredentials(plugin: string, { flags, vocabulary }: Pick<AdmissionContext, 'flags' | 'vocabulary'>): Promise<UserFor> {
	const file = flags.of(controlConfigFile);
	if (file === undefined) return () => nobody;
	const { credentialsOf } = await import('./credentials.ts');
	try {
		return await credentialsOf(file, plugin, vocabulary, nobody);
	} catch (error) {
		throw new Error(`--${controlConfigFile.name} ${file}: ${(error as Error).message}`, { cause: error });
	}
}
