/** Thrown when the client disconnects before it receives an answer. It is not counted as a server error, and its message is never shown. */
export class ClientGone extends Error {
	override readonly name = 'ClientGone';
}
