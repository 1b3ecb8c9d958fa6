/** Credentials for webhooks, by target host (seed 3, "Webhook credentials of the API server"). */
import { isAbsolute } from 'node:path';
import { type RemoteUser, readRemoteUsers } from '../../remote/service-file.ts';
import { ConfigError, type ConfigMap, only, textAt } from '../../wire/config-parts.ts';
import type { UserFor } from './dependencies.ts';

/** Reads a WebhookAdmissionConfiguration. `noCredentials` has no credentials. Rejects with a ConfigError. */
export async function credentialsIn(section: ConfigMap, where: string, noCredentials: RemoteUser): Promise<UserFor> {
	only(section, where, ['apiVersion', 'kind', 'kubeConfigFile']);
	const at = where === '' ? 'kubeConfigFile' : `${where}.kubeConfigFile`;
	const path = textAt(section.kubeConfigFile, at);
	if (!isAbsolute(path)) throw new ConfigError(at, 'expected an absolute path');
	const { users, current } = await readRemoteUsers(path, path).catch((error: unknown) => {
		throw new ConfigError(at, (error as Error).message);
	});
	return (target) => userNamed(users, target) ?? users.get('*') ?? current ?? noCredentials;
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
