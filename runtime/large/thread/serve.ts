/**
 * The thread of large requests: handles writes and shows objects as the other thread would, with schemas and hooks of its own. One
 * snapshot of what is served is all it knows: another one gets another thread.
 */
import { constants, setPriority } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { ApiError } from '../../api/errors.ts';
import type { ServedHooks } from '../../api/hooks.ts';
import type { ApiResponse, ResponseBody } from '../../api/request.ts';
import { encodeObject, objectMessage } from '../../codec/encode-object.ts';
import { type Item, wholeForm } from '../../codec/item-form.ts';
import { jsonItem } from '../../codec/list.ts';
import { itemText } from '../../codec/list-text.ts';
import { MalformedError } from '../../model/malformed.ts';
import { Clock } from '../../scalars/clock.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Serving } from '../../serving/serving.ts';
import { type Answers, answers } from '../../verbs/answers.ts';
import type { WriteContext } from '../../verbs/contract.ts';
import { writesOf } from '../../verbs/index.ts';
import { Turns } from '../../verbs/write/commit/turns.ts';
import { MetadataFields, metadataType } from '../../verbs/write/metadata/fields.ts';
import { asBuffer, givenAway } from '../bytes.ts';
import { apiFailure, KeptError } from '../failure.ts';
import type { Coordinates, Failure, GivenEncoding, GivenRequest, Order, Task, ThreadData, Written } from '../protocol.ts';
import { partsOf, servingOf } from './context.ts';
import { Link } from './link.ts';
import { RemoteRequest } from './request.ts';

/** `hooks`: of all kinds, by storage name. */
export function serveLarge(port: MessagePort, data: ThreadData, hooks: Readonly<Record<string, ServedHooks>>): void {
	giveWay();
	const link = new Link(port, data.questions);
	const thread = new LargeThread(data, hooks, link);
	port.on('message', (order: Order) => thread.take(order));
}

/** Whoever wants the processor beside this thread has it first: what is large can wait. Linux gives priorities to threads, others to whole processes. */
function giveWay(): void {
	if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}

type Shared = Pick<WriteContext, 'vocabulary' | 'answers' | 'turns' | 'clock' | 'metadata'>;

class LargeThread {
	readonly #data: ThreadData;
	readonly #link: Link;
	readonly #serving: Serving;
	readonly #shared: Shared & { readonly answers: Answers };
	/** Of the tasks under way. */
	readonly #aborts = new Map<number, AbortController>();

	constructor(data: ThreadData, hooks: Readonly<Record<string, ServedHooks>>, link: Link) {
		const { vocabulary } = data;
		this.#data = data;
		this.#link = link;
		this.#serving = servingOf(data, hooks, link);
		this.#shared = {
			vocabulary,
			answers: answers({ ...this.#serving, vocabulary }),
			turns: new Turns(),
			clock: new Clock(),
			metadata: new MetadataFields(this.#serving.catalog.type(metadataType)),
		};
	}

	take(order: Order): void {
		switch (order.kind) {
			case 'task':
				void this.#run(order.id, order.task);
				return;
			case 'abort':
				this.#aborts.get(order.id)?.abort(new Error('nobody waits for the request any more'));
				return;
			default:
				this.#link.settle(order);
		}
	}

	async #run(id: number, task: Task): Promise<void> {
		const abort = new AbortController();
		this.#aborts.set(id, abort);
		const request = 'write' in task ? new RemoteRequest(task.write, abort.signal) : undefined;
		try {
			const result = 'write' in task ? await this.#write(id, task.write, request as RemoteRequest) : this.#encode(task.encode);
			this.#link.send({ kind: 'done', id, result }, [memoryOf('body' in result ? result.body : result)]);
		} catch (error) {
			const { warnings = [], annotations = [] } = request ?? {};
			this.#link.send({ kind: 'failed', id, failure: failureOf(error), left: { warnings, annotations } });
		} finally {
			this.#aborts.delete(id);
		}
	}

	async #write(id: number, { info }: GivenRequest, request: RemoteRequest): Promise<Written> {
		const resource = this.#resource(info);
		const forms = (storageName: string) => this.#serving.stored(storageName)?.form ?? wholeForm;
		const context: WriteContext = { ...this.#serving, ...this.#shared, ...partsOf(id, this.#link, this.#data, forms) };
		const endpoint = resource.endpoints.get(info.subresource);
		const handlers = writesOf(context);
		const handler = endpoint && endpoint.handler in handlers ? handlers[endpoint.handler as keyof typeof handlers][info.verb] : undefined;
		if (endpoint === undefined || handler === undefined) throw new Error(`no request to ${info.verb} ${info.resource}/${info.subresource} is handled here`);
		const { status, headers, body }: ApiResponse = await handler(request, resource, endpoint);
		return { status, headers, body: givenAway(whole(body)), warnings: request.warnings, annotations: request.annotations };
	}

	#encode({ as, representation, include, headers, bytes, isWhole, ...where }: GivenEncoding): Uint8Array {
		const resource = this.#resource(where);
		const item: Item = { bytes: asBuffer(bytes), form: isWhole ? wholeForm : resource.form };
		const parts = { ...this.#serving, vocabulary: this.#data.vocabulary };
		switch (as) {
			case 'answer':
				return givenAway(encodeObject(resource, parts, representation, item, { include, headers }));
			case 'item':
				return givenAway(itemText(representation, jsonItem(resource, representation, item, include)));
			case 'message':
				return givenAway(objectMessage(resource, parts, representation, item));
		}
	}

	#resource({ group, version, resource }: Coordinates): ServedResource {
		const found = this.#serving.resource(group, version, resource);
		if (found === undefined) throw new Error(`${resource} of ${group}/${version} is not served here`);
		return found;
	}
}

/** Writes answer with one object. */
function whole(body: ResponseBody): Buffer | string {
	if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
	if (Array.isArray(body)) return Buffer.concat(body);
	throw new Error('the answer to a write comes in one piece');
}

/** Of bytes made by `givenAway`. */
function memoryOf({ buffer }: Uint8Array): ArrayBuffer {
	if (buffer instanceof ArrayBuffer) return buffer;
	throw new Error('shared memory cannot be handed over');
}

function failureOf(error: unknown): Failure {
	if (error instanceof ApiError || error instanceof MalformedError) return apiFailure(ApiError.from(error));
	if (error instanceof KeptError) return { kept: error.id };
	return { unexpected: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
