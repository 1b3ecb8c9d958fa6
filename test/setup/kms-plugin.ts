/** Key management plugin for tests: speaks gRPC over a socket and can misbehave. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Http2Server, type ServerHttp2Session } from 'node:http2';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { keyManagementService } from '../../runtime/storage/encryption/kms/service.ts';

interface Wrapped {
	readonly ciphertext: Uint8Array;
	readonly keyId: string;
	readonly annotations: Readonly<Record<string, Uint8Array>>;
}

/** Plugin that encrypts data keys with a separate key for each key id. */
export class TestPlugin {
	keyId = 'key-1';
	version = 'v2';
	healthz = 'ok';
	hangs = false;
	annotations: Record<string, Uint8Array> = { 'vault.example.com': Buffer.from([0, 1, 255]) };
	ciphertext: ((right: Uint8Array) => Uint8Array) | undefined;
	calls = 0;
	readonly #keys = new Map<string, Buffer>();
	readonly #sessions = new Set<ServerHttp2Session>();
	#server: Http2Server | undefined;

	async listen(path: string): Promise<void> {
		const handler = connectNodeAdapter({
			grpc: true,
			connect: false,
			grpcWeb: false,
			routes: (router) =>
				router.service(keyManagementService(), {
					status: () => this.#answer({ version: this.version, healthz: this.healthz, keyId: this.keyId }),
					encrypt: ({ plaintext }: { plaintext: Uint8Array }) => this.#answer(this.#wrap(plaintext)),
					decrypt: (request: Wrapped) => this.#answer({ plaintext: this.#unwrap(request) }),
				} as never),
		});
		this.#server = createServer(handler).on('session', (session) => this.#sessions.add(session));
		await once(this.#server.listen(path), 'listening');
	}

	async close(): Promise<void> {
		for (const session of this.#sessions) session.destroy();
		this.#server?.close();
	}

	async #answer<T>(value: T): Promise<T> {
		this.calls++;
		return await (this.hangs ? new Promise<never>(() => undefined) : value);
	}

	#keyOf(keyId: string): Buffer {
		const key = this.#keys.get(keyId) ?? randomBytes(32);
		this.#keys.set(keyId, key);
		return key;
	}

	#wrap(plaintext: Uint8Array): Wrapped {
		const cipher = createCipheriv('aes-256-gcm', this.#keyOf(this.keyId), Buffer.alloc(12));
		const right = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
		return { ciphertext: this.ciphertext?.(right) ?? right, keyId: this.keyId, annotations: this.annotations };
	}

	#unwrap({ ciphertext, keyId, annotations }: Wrapped): Buffer {
		if (Buffer.from(annotations['vault.example.com'] ?? []).toString('hex') !== '0001ff') throw new Error('the annotations are not those that were given');
		const decipher = createDecipheriv('aes-256-gcm', this.#keyOf(keyId), Buffer.alloc(12));
		decipher.setAuthTag(ciphertext.subarray(-16));
		return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
	}
}
