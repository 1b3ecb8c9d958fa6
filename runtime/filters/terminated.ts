import { ApiError } from '../api/errors.ts';

/** The server cut a request short for its own sake: it took too long, or too many were under way. Counted apart from what verbs refuse. */
export class Terminated extends ApiError {}
