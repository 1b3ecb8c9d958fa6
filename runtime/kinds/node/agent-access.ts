/** Settings for connections to kubelets and pods: plain data, so that it can be sent to a worker thread. */

export interface AgentAccess {
	/** Address types in order of preference. */
	readonly addressTypes: readonly string[];
	/** Port of a kubelet whose node reports none. */
	readonly port: number;
	readonly connectMs: number;
	/** PEM files, read for each connection, so that renewed ones are used. */
	readonly authorityFile: string;
	readonly clientFiles: { readonly certificate: string; readonly key: string } | undefined;
}
