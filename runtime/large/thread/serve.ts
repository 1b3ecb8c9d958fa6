/**
 * Entry of the worker for large requests. It runs writes and encodes objects as the main thread would, with its own schemas and hooks. Each
 * task uses the snapshot with which it began.
 */
import { constants, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { ApiError } from '../../api/errors.ts';
import type { ServedHooks } from '../../api/hooks.ts';
import type { ApiResponse, ResponseBody } from '../../api/request.ts';
import { encodeObject } from '../../codec/encode-object.ts';
import { type Item, wholeForm } from '../../codec/item-form.ts';
import { jsonItem, protobufItem } from '../../codec/list.ts';
import { itemText } from '../../codec/list-text.ts';
import { MalformedError } from '../../model/malformed.ts';
import { Clock } from '../../scalars/clock.ts';
import { KeyedQueue } from '../../scheduling/keyed-queue.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Serving } from '../../serving/serving.ts';
import { type ResponseFormats, responseFormats } from '../../verbs/context/response-formats.ts';
import type { VerbWorks, WriteContext } from '../../verbs/contract.ts';
import { writesOf } from '../../verbs/handlers.ts';
import { MetadataFields, metadataType } from '../../verbs/metadata/fields.ts';
import { OwnedVersions } from '../../verbs/ownership/owned-versions.ts';
import { Superseded } from '../../verbs/write/commit/superseded.ts';
import { asBuffer, givenAway } from '../bytes.ts';
import { apiFailure, KeptError } from '../failure.ts';
import type { Coordinates, GivenEncoding, GivenRequest, GivenSnapshot, Order, Task, TaskFailure, ThreadData, WriteAnswer } from '../protocol.ts';
import { Link } from './channel.ts';
import { partsOf, servingOf } from './context.ts';
import { RemoteRequest } from './request.ts';

/** `hooks`: of all kinds, by storage name. `works`: implementations of the verbs. */
export function serveLarge(port: MessagePort, data: ThreadData, hooks: Readonly<Record<string, ServedHooks>>, works: VerbWorks): void {
	giveWay();
	const link = new Link(port, data.questions);
	const thread = new LargeThread(data, hooks, works, link);
	port.on('message', (order: Order) => thread.take(order));
}

/** Lowers the priority of this thread, since large requests can wait. Only Linux has priorities of threads. */
function giveWay(): void {
	if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}

/** The worker's state for a snapshot. */
interface Snapshot {
	readonly given: GivenSnapshot;
	readonly serving: Serving;
	readonly own: Pick<WriteContext, 'formats' | 'metadata' | 'ownedVersions'> & { readonly formats: ResponseFormats };
}

class LargeThread {
	readonly #link: Link;
	readonly #hooks: Readonly<Record<string, ServedHooks>>;
	readonly #works: VerbWorks;
	readonly #shared: Pick<WriteContext, 'vocabulary' | 'writers' | 'clock'>;
	/** Snapshots by number. */
	readonly #snapshots = new Map<number, Snapshot>();
	/** Abort controllers of running tasks. */
	readonly #aborts = new Map<number, AbortController>();

	constructor(data: ThreadData, hooks: Readonly<Record<string, ServedHooks>>, works: VerbWorks, link: Link) {
		this.#hooks = hooks;
		this.#works = works;
		this.#link = link;
		this.#shared = { vocabulary: data.vocabulary, writers: new KeyedQueue(), clock: new Clock() };
	}

	take(order: Order): void {
		switch (order.kind) {
			case 'snapshot':
				this.#know(order.id, order.snapshot);
				return;
			case 'forget':
				this.#snapshots.delete(order.id);
				return;
			case 'task':
				void this.#run(order.id, order.snapshot, order.task);
				return;
			case 'abort':
				this.#aborts.get(order.id)?.abort(new Error('the request was aborted'));
				return;
			default:
				this.#link.settle(order);
		}
	}

	#know(id: number, given: GivenSnapshot): void {
		const serving = servingOf(id, given, this.#hooks, this.#link);
		const own = {
			formats: responseFormats({ ...serving, ...this.#shared }),
			metadata: new MetadataFields(serving.catalog.type(metadataType)),
			ownedVersions: new OwnedVersions(serving),
		};
		this.#snapshots.set(id, { given, serving, own });
	}

	async #run(id: number, number: number, task: Task): Promise<void> {
		const abort = new AbortController();
		this.#aborts.set(id, abort);
		const request = 'write' in task ? new RemoteRequest(task.write, abort.signal) : undefined;
		try {
			const snapshot = this.#snapshots.get(number);
			if (snapshot === undefined) throw new Error(`the snapshot ${number} is not known here`);
			const result = 'write' in task ? await this.#write(id, snapshot, task.write, request as RemoteRequest) : this.#encode(snapshot, task.encode);
			this.#link.send({ kind: 'done', id, result }, [memoryOf('body' in result ? result.body : result)]);
		} catch (error) {
			const { warnings = [], annotations = [] } = request ?? {};
			this.#link.send({ kind: 'failed', id, failure: failureOf(error), left: { warnings, annotations } });
		} finally {
			this.#aborts.delete(id);
		}
	}

	async #write(id: number, { given, serving, own }: Snapshot, { info }: GivenRequest, request: RemoteRequest): Promise<WriteAnswer> {
		const resource = resourceOf(serving, info);
		const forms = (storageName: string) => serving.stored(storageName)?.form ?? wholeForm;
		const context: WriteContext = { ...serving, ...own, ...this.#shared, ...partsOf(id, this.#link, given, forms) };
		const endpoint = resource.endpoints.get(info.subresource);
		const handlers = writesOf(this.#works, context);
		const handler = endpoint && endpoint.handler in handlers ? handlers[endpoint.handler as keyof typeof handlers][info.verb] : undefined;
		if (endpoint === undefined || handler === undefined) throw new Error(`no request to ${info.verb} ${info.resource}/${info.subresource} is handled here`);
		const { status, headers, body }: ApiResponse = await handler(request, resource, endpoint);
		return { status, headers, body: givenAway(whole(body)), warnings: request.warnings, annotations: request.annotations };
	}

	#encode({ serving }: Snapshot, { as, representation, include, headers, bytes, isWhole, ...where }: GivenEncoding): Uint8Array {
		const resource = resourceOf(serving, where);
		const item: Item = { bytes: asBuffer(bytes), form: isWhole ? wholeForm : resource.form };
		const parts = { ...serving, ...this.#shared };
		switch (as) {
			case 'answer':
				return givenAway(encodeObject(resource, parts, representation, item, { include, headers }));
			case 'item':
				if (representation.encoding === 'protobuf') return givenAway(protobufItem(resource, parts, representation, item));
				return givenAway(itemText(representation, jsonItem(resource, representation, item, include)));
		}
	}
}

function resourceOf(serving: Serving, { group, version, resource }: Coordinates): ServedResource {
	const found = serving.resource(group, version, resource);
	if (found === undefined) throw new Error(`${resource} of ${group}/${version} is not served here`);
	return found;
}

/** Returns the complete body; writes answer with one object. */
function whole(body: ResponseBody): Buffer | string {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
	if (Array.isArray(body)) return Buffer.concat(body);
	throw new Error('the answer to a write is sent in one piece');
}

/** Returns the buffer of bytes made by `givenAway`. */
function memoryOf({ buffer }: Uint8Array): ArrayBuffer {
	if (buffer instanceof ArrayBuffer) return buffer;
	throw new Error('shared memory cannot be handed over');
}

function failureOf(error: unknown): TaskFailure {
	if (error instanceof ApiError || error instanceof MalformedError) return apiFailure(ApiError.from(error));
	if (error instanceof KeptError) return { kept: error.id };
	if (error instanceof Superseded) return { superseded: true };
	return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
