/**
 * Continue tokens: position and version of a chunked list. Tokens are opaque to clients and authenticated by this server. A token is valid
 * only for the list that issued it. With another resource, namespace or selector, it is refused with 400, as is a forged or modified token.
 */
import { createHmac, createPrivateKey, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../api/errors.ts';
import type { Revision } from '../../storage/store.ts';

export interface ContinueToken {
	/** Version of the whole list. 0 stands for the current version (an inconsistent continuation). */
	readonly revision: Revision;
	/** Key of the last returned object. */
	readonly namespace: string;
	readonly name: string;
	/** Number of objects after that key in that version, if known. */
	readonly left: number | undefined;
}

/** Identity of a list: a token of one list is refused by all others. */
export interface ListIdentity {
	/** Storage name of the kind. All API versions of a kind continue each other's lists. */
	readonly resource: string;
	/** Empty for a list over all namespaces. */
	readonly namespace: string;
	/** Canonical text of the selectors. */
	readonly filter: string;
}

/** Maximum length of a token. A name has at most 1024 bytes, twice that in JSON, and base64 adds a third. */
const maxLength = 4096;

/** Length of the authentication code: half of a SHA-256, which is too long to guess. */
const sealBytes = 16;

const keyBytes = 32;

/**
 * Derives the key of the tokens from the private key of the certificate authority (PEM). The key is the same after a restart, and in all
 * servers over one store, which share the authority.
 */
export function continueTokenKey(authorityKey: string): Buffer {
	// DER does not depend on the line endings of the file.
	const secret = createPrivateKey(authorityKey).export({ type: 'pkcs8', format: 'der' });
	return Buffer.from(hkdfSync('sha256', secret, '', 'continue tokens', keyBytes));
}

export class ContinueTokens {
	/** A KeyObject, because Node would create one from bytes for each token. That would cost several times as much as the code itself. */
	readonly #key: KeyObject;

	constructor(key: Buffer) {
		this.#key = createSecretKey(key);
	}

	write({ revision, namespace, name, left }: ContinueToken, list: ListIdentity): string {
		const content = Buffer.from(JSON.stringify({ v: 1, rv: revision, ns: namespace, n: name, ...(left === undefined ? {} : { left }) }));
		return Buffer.concat([this.#seal(content, list), content]).toString('base64url');
	}

	/** Reads a token. Throws ApiError BadRequest. */
	read(text: string, list: ListIdentity): ContinueToken {
		if (text.length > maxLength) throw notValid();
		const bytes = Buffer.from(text, 'base64url');
		// Base64 allows several texts for the same bytes. All but the original one count as modified.
		if (bytes.length <= sealBytes || bytes.toString('base64url') !== text) throw notValid();
		const content = bytes.subarray(sealBytes);
		if (!timingSafeEqual(bytes.subarray(0, sealBytes), this.#seal(content, list))) throw notValid();
		// The code proves that a server of this cluster wrote the content.
		const { rv, ns, n, left } = JSON.parse(content.toString()) as { rv: Revision; ns: string; n: string; left?: number };
		return { revision: rv, namespace: ns, name: n, left };
	}

	/**
	 * Returns the authentication code of the content and of the list's identity, which the token does not contain. The line break separates
	 * the two, because JSON text contains none.
	 */
	#seal(content: Buffer, { resource, namespace, filter }: ListIdentity): Buffer {
		const identity = `${JSON.stringify([resource, namespace, filter])}\n`;
		return createHmac('sha256', this.#key).update(identity).update(content).digest().subarray(0, sealBytes);
	}
}

function notValid(): ApiError {
	return new ApiError('BadRequest', 'invalid continue token: continue key is not valid: it must be the token of an earlier answer to the same list');
}
