/** Credentials for webhooks, by target host (seed 3, "Webhook credentials of the API server"). */
import { isAbsolute } from 'node:path';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { type RemoteUser, readRemoteUsers } from '../../remote/service-file.ts';
import { only, textAt } from '../../wire/config-parts.ts';
import { pluginConfiguration } from '../configuration.ts';
import type { UserFor } from './parts.ts';

/** Reads the credentials of a plugin. Rejects with an Error of one sentence. */
export async function credentialsOf(file: string, plugin: string, vocabulary: Vocabulary, otherwise: RemoteUser): Promise<UserFor> {
	const configuration = await pluginConfiguration(file, plugin, vocabulary);
	if (configuration === undefined) return () => otherwise;
	only(configuration, plugin, ['apiVersion', 'kind', 'kubeConfigFile']);
	const group = `apiserver.config.${vocabulary.groupDomain}`;
	if (configuration.apiVersion !== `${group}/v1`) throw new Error(`${plugin}.apiVersion: ${group}/v1 is expected`);
	if (configuration.kind !== 'WebhookAdmissionConfiguration') throw new Error(`${plugin}.kind: WebhookAdmissionConfiguration is expected`);
	const path = textAt(configuration.kubeConfigFile, `${plugin}.kubeConfigFile`);
	if (!isAbsolute(path)) throw new Error(`${plugin}.kubeConfigFile: an absolute path is expected`);
	const { users, current } = await readRemoteUsers(path, `${plugin}.kubeConfigFile ${path}`);
	return (target) => userNamed(users, target) ?? users.get('*') ?? current ?? otherwise;
}

/** Finds the credentials of a host: the exact name, then names with a star for leading parts, then both again without the default port. */
export function userNamed<T>(users: ReadonlyMap<string, T>, target: string): T | undefined {
	const found = exactOrStarred(users, target);
	if (found !== undefined || !target.endsWith(':443')) return found;
	return exactOrStarred(users, target.slice(0, -':443'.length));
}

function exactOrStarred<T>(users: ReadonlyMap<string, T>, target: string): T | undefined {
	const exact = users.get(target);
	if (exact !== undefined) return exact;
	const parts = target.split('.');
	for (let i = 1; i < parts.length; i++) {
		const starred = users.get(`*.${parts.slice(i).join('.')}`);
		if (starred !== undefined) return starred;
	}
	return undefined;
}
