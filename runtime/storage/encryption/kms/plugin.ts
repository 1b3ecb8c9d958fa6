/** gRPC client of a key management plugin behind a socket. Rejects answers that violate the plugin API (KEP-3299). */
import { connect } from 'node:net';
import type { DescService } from '@bufbuild/protobuf';
import { type Client, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { keyManagementService } from './service.ts';

/** Data key as the plugin encrypted it, with the annotations that the plugin needs to decrypt it. */
export interface WrappedKey {
	readonly keyId: string;
	readonly ciphertext: Uint8Array;
	readonly annotations: Readonly<Record<string, Uint8Array>>;
}

export interface Plugin {
	/** Returns the ID of the plugin's current key. Rejects when the plugin reports that it is unhealthy. */
	status(): Promise<string>;
	wrap(key: Uint8Array): Promise<WrappedKey>;
	unwrap(wrapped: WrappedKey): Promise<Uint8Array>;
	close(): void;
}

/** Bounds of the plugin API, in bytes. */
const most = { keyId: 1024, ciphertext: 1024, annotations: 32 * 1024 };

type Answer = Readonly<Record<string, unknown>>;

/** Connects to the socket at `path`. Every call rejects after `timeoutMs`. */
export function connectPlugin(path: string, timeoutMs: number): Plugin {
	const sockets = new Set<ReturnType<typeof connect>>();
	const transport = createGrpcTransport({
		baseUrl: 'http://localhost',
		readMaxBytes: 1024 * 1024,
		nodeOptions: {
			createConnection: () => {
				const socket = connect(path);
				sockets.add(socket.once('close', () => sockets.delete(socket)));
				// An idle connection does not keep the process alive.
				return socket.unref();
			},
		},
	});
	const client = createClient(keyManagementService(), transport) as Client<DescService>;
	let calls = 0;
	const call = async (method: string, request: object): Promise<Answer> => {
		const ask = client[method] as unknown as (request: object, options: { timeoutMs: number }) => Promise<Answer>;
		return await ask(request, { timeoutMs });
	};
	const uid = () => `${process.pid}-${++calls}`;
	return {
		async status() {
			const { version, healthz, keyId } = await call('status', {});
			if (version !== 'v2' && version !== 'v2beta1') throw new Error(`unsupported API version ${JSON.stringify(version)}, expected v2`);
			if (healthz !== 'ok') throw new Error(`unhealthy: ${JSON.stringify(healthz)}`);
			return keyIdIn(keyId);
		},
		async wrap(key) {
			const { ciphertext, keyId, annotations } = await call('encrypt', { plaintext: key, uid: uid() });
			if (!(ciphertext instanceof Uint8Array) || ciphertext.length === 0 || ciphertext.length > most.ciphertext)
				throw new Error(`its ciphertext should have 1 to ${most.ciphertext} bytes`);
			return { keyId: keyIdIn(keyId), ciphertext, annotations: annotationsIn(annotations) };
		},
		async unwrap(wrapped) {
			const { plaintext } = await call('decrypt', { ...wrapped, uid: uid() });
			if (!(plaintext instanceof Uint8Array) || plaintext.length === 0) throw new Error('empty key in the response');
			return plaintext;
		},
		close: () => {
			for (const socket of sockets) socket.destroy();
		},
	};
}

function keyIdIn(value: unknown): string {
	if (typeof value !== 'string' || value === '' || Buffer.byteLength(value) > most.keyId) throw new Error(`its key_id should have 1 to ${most.keyId} bytes`);
	return value;
}

function annotationsIn(value: unknown): Readonly<Record<string, Uint8Array>> {
	const annotations = value as Readonly<Record<string, Uint8Array>>;
	let bytes = 0;
	for (const [name, content] of Object.entries(annotations)) bytes += Buffer.byteLength(name) + content.byteLength;
	if (bytes > most.annotations) throw new Error(`its annotations have more than ${most.annotations} bytes`);
	return annotations;
}
