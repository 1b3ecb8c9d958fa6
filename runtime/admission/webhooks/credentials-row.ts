/** Credentials of webhook calls: none unless a file configures them. The reader is loaded only when the file is given. */
import type { RemoteUser } from '../../remote/service-file.ts';
import type { AdmissionContext } from '../contract.ts';
import { controlConfigFile } from '../flags.ts';
import type { UserFor } from './parts.ts';

const nobody: RemoteUser = { authorization: () => undefined };

/** Reads the credentials. Rejects with an Error of one sentence that names the flag. */
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
