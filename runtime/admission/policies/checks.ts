/** Authorization checks that the expressions of one request make. Each is asked once. */
import type { Attributes, Authorizer, Decision } from '../../api/authorization.ts';
import type { Answer, Checks } from '../expressions/authorization.ts';

/** Ends an evaluation whose check has no answer yet. The evaluation is repeated later. */
class Pending extends Error {
	override readonly name = 'Pending';
}

export class RequestChecks implements Checks {
	readonly #authorizer: Authorizer;
	readonly #answers = new Map<string, Answer>();
	#pending: Promise<void> | undefined;
	/** Number of checks since the last reset. The release determines their cost. */
	asked = 0;

	constructor(authorizer: Authorizer) {
		this.#authorizer = authorizer;
	}

	/** Returns the missing answer because of which the last evaluation ended, if any. */
	takePending(): Promise<void> | undefined {
		const pending = this.#pending;
		this.#pending = undefined;
		return pending;
	}

	ask(attributes: Attributes): Answer {
		this.asked++;
		const key = JSON.stringify([attributes.user, attributes.info, attributes.path, attributes.selectors?.()]);
		const known = this.#answers.get(key);
		if (known !== undefined) return known;
		const told = this.#decide(attributes);
		if (!(told instanceof Promise)) return this.#keep(key, told);
		this.#pending = told.then((answer) => void this.#keep(key, answer));
		throw new Pending();
	}

	#decide(attributes: Attributes): Answer | Promise<Answer> {
		try {
			const decision = this.#authorizer.authorize(attributes);
			return decision instanceof Promise ? decision.then(answered, failed) : answered(decision);
		} catch (error) {
			return failed(error);
		}
	}

	#keep(key: string, answer: Answer): Answer {
		this.#answers.set(key, answer);
		return answer;
	}
}

function answered(decision: Decision): Answer {
	return { decision, error: '' };
}

function failed(error: unknown): Answer {
	return { decision: { verdict: 'no opinion', reason: '' }, error: error instanceof Error ? error.message : String(error) };
}
