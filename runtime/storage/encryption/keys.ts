/** Provider whose keys come from the configuration: the first encrypts, all decrypt. */
import { fingerprint } from './ciphers/derived-keys.ts';
import { type Cipher, type EncryptionProvider, markOf } from './provider.ts';

export interface GivenKey {
	readonly name: string;
	readonly secret: Uint8Array;
}

/** Creates a provider with at least one key. `provider`: its name in the configuration. */
export function givenKeys(provider: string, keys: readonly [GivenKey, ...GivenKey[]], cipherOf: (secret: Uint8Array) => Cipher): EncryptionProvider {
	const ciphers = new Map<string, Cipher>();
	// The fingerprint distinguishes the key from an earlier one of the same name.
	const marks = keys.map(({ name, secret }) => markOf(provider, `${fingerprint(secret)}:${name}`));
	for (const [i, { secret }] of keys.entries()) ciphers.set(marks[i] as string, cipherOf(secret));
	const mark = marks[0] as string;
	return {
		name: provider,
		current: { mark, cipher: ciphers.get(mark) as Cipher },
		isCurrent: (other) => other === mark,
		cipher: (other) => ciphers.get(other),
	};
}
