/**
 * Continue tokens: the position and the version of a chunked list. Tokens are opaque to clients and sealed by this server. A token is valid
 * only for the list that issued it. Another resource, namespace or selector gets 400, and so does a forged or modified token.
 */
import { createHmac, createPrivateKey, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../api/errors.ts';
import type { Revision } from '../../storage/store.ts';

export interface ContinueToken {
	/** Version of the whole list; 0 for the current one (an inconsistent continuation). */
	readonly revision: Revision;
	/** Last key returned. */
	readonly namespace: string;
	readonly name: string;
	/** Number of objects after the key at that version, when known. */
	readonly left: number | undefined;
}

/** Identity of a list. */
export interface ListIdentity {
	/** Storage name: the versions of one kind continue each other's lists. */
	readonly resource: string;
	/** Empty for all namespaces. */
	readonly namespace: string;
	/** Canonical text of its selectors. */
	readonly filter: string;
}

/** Maximum length of a token. Names have at most 1024 bytes, twice that in JSON, and a third more in base64, plus the frame. */
const maxLength = 4096;

/** Half of a SHA-256, too long to guess. */
const sealBytes = 16;

const keyBytes = 32;

/**
 * Derives the key of the tokens from the private key of the authority (PEM). It survives restarts. Servers over one store share it, since
 * their common authority makes them one cluster.
 */
export function continueTokenKey(authorityKey: string): Buffer {
	// DER is independent of the line endings of the file.
	const secret = createPrivateKey(authorityKey).export({ type: 'pkcs8', format: 'der' });
	return Buffer.from(hkdfSync('sha256', secret, '', 'continue tokens', keyBytes));
}

export class ContinueTokens {
	/** A KeyObject instead of bytes: Node would create one for each token, at several times the cost of the seal. */
	readonly #key: KeyObject;

	constructor(key: Buffer) {
		this.#key = createSecretKey(key);
	}

	write({ revision, namespace, name, left }: ContinueToken, list: ListIdentity): string {
		const content = Buffer.from(JSON.stringify({ v: 1, rv: revision, ns: namespace, n: name, ...(left === undefined ? {} : { left }) }));
		return Buffer.concat([this.#seal(content, list), content]).toString('base64url');
	}

	/** Throws ApiError BadRequest. */
	read(text: string, list: ListIdentity): ContinueToken {
		if (text.length > maxLength) throw notValid();
		const bytes = Buffer.from(text, 'base64url');
		// Another base64 text of the same bytes counts as a modified token.
		if (bytes.length <= sealBytes || bytes.toString('base64url') !== text) throw notValid();
		const content = bytes.subarray(sealBytes);
		if (!timingSafeEqual(bytes.subarray(0, sealBytes), this.#seal(content, list))) throw notValid();
		// The seal proves that a server of this cluster wrote the content.
		const { rv, ns, n, left } = JSON.parse(content.toString()) as { rv: Revision; ns: string; n: string; left?: number };
		return { revision: rv, namespace: ns, name: n, left };
	}

	/**
	 * Seals the content together with the list's identity, which the token does not contain. The line break separates the two
	 * unambiguously, since JSON text contains none.
	 */
	#seal(content: Buffer, { resource, namespace, filter }: ListIdentity): Buffer {
		const identity = `${JSON.stringify([resource, namespace, filter])}\n`;
		return createHmac('sha256', this.#key).update(identity).update(content).digest().subarray(0, sealBytes);
	}
}

function notValid(): ApiError {
	return new ApiError('BadRequest', 'invalid continue token: continue key is not valid: it must be the token of an earlier answer to the same list');
}
