/** Secret: `stringData` becomes data, and well-known types require certain keys (seed 2, "Secret"; seed 3 for the types). */
import type { Secret } from '../../generated/types/core/v1.ts';
import type { KindHooks } from '../api/hooks.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import type { Vocabulary } from '../model/vocabulary.ts';

export function secretHooks({ labelDomain }: Vocabulary): KindHooks<Secret> {
	const checks = contentChecks(labelDomain);
	return {
		normalize: mergeText,
		validate(secret) {
			const check = secret.type === undefined || !Object.hasOwn(checks, secret.type) ? undefined : checks[secret.type];
			return check?.(secret) ?? [];
		},
	};
}

/** Merges `stringData` into data. `Object.fromEntries` treats the key `__proto__` as data. */
function mergeText(secret: Secret): void {
	const { stringData } = secret;
	if (stringData === undefined) return;
	delete secret.stringData;
	const added = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')] as const);
	if (added.length > 0) secret.data = Object.fromEntries([...Object.entries(secret.data ?? {}), ...added]);
}

type Check = (secret: Secret) => Cause[];

function contentChecks(labelDomain: string): Readonly<Record<string, Check>> {
	const accountName = `${labelDomain}/service-account.name`;
	return {
		[`${labelDomain}/service-account-token`]: ({ metadata }) =>
			metadata?.annotations?.[accountName] ? [] : [required(`metadata.annotations[${accountName}]`)],
		[`${labelDomain}/dockercfg`]: holdsJson('.dockercfg'),
		[`${labelDomain}/dockerconfigjson`]: holdsJson('.dockerconfigjson'),
		[`${labelDomain}/basic-auth`]: (secret) => (has(secret, 'username') || has(secret, 'password') ? [] : missing(secret, ['username', 'password'])),
		[`${labelDomain}/ssh-auth`]: (secret) => (secret.data?.['ssh-privatekey'] ? [] : [required('data[ssh-privatekey]')]),
		[`${labelDomain}/tls`]: (secret) => missing(secret, ['tls.crt', 'tls.key']),
	};
}

function has({ data }: Secret, key: string): boolean {
	return data !== undefined && Object.hasOwn(data, key);
}

function missing(secret: Secret, keys: readonly string[]): Cause[] {
	return keys.filter((key) => !has(secret, key)).map((key) => required(`data[${key}]`));
}

function holdsJson(key: string): Check {
	return (secret) => {
		if (!has(secret, key)) return [required(`data[${key}]`)];
		return isJsonObject(Buffer.from(secret.data?.[key] ?? '', 'base64').toString())
			? []
			: [invalidValue(`data[${key}]`, '<secret contents redacted>', 'must be a JSON object')];
	};
}

function isJsonObject(text: string): boolean {
	try {
		const value: unknown = JSON.parse(text);
		return value === null || (typeof value === 'object' && !Array.isArray(value));
	} catch {
		return false;
	}
}
