/** Who is believed: the keys of the server and its authority, and the authorities that the user brings. */
import { join } from 'node:path';
import { clientCaFile } from '../auth/authn/client-certificate.ts';
import { readIfThere, writePrivateFile } from '../auth/pki/files.ts';
import { kubeconfig } from '../auth/pki/kubeconfig.ts';
import { openTls, type Tls } from '../auth/pki/tls.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import type { ServerOptions } from './flags/read.ts';

/** Throws an Error with one sentence that names the flag or the file. */
export async function openSecurity(options: ServerOptions, dataDir: string, vocabulary: Vocabulary): Promise<Tls> {
	return openTls({ ...options, clientCaFile: options.flags.of(clientCaFile), folder: join(dataDir, 'pki'), vocabulary });
}

/** The administrator's. Written again only when something in it changed, so that who watches the file is not woken for nothing. */
export async function writeKubeconfig(path: string, server: string, vocabulary: Vocabulary, { authority, keys }: Tls): Promise<void> {
	const text = kubeconfig({ name: vocabulary.product, server, authority, admin: keys.admin });
	if ((await readIfThere(path)) !== text) await writePrivateFile(path, text);
}
