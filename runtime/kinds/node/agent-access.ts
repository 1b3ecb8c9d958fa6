/** Access to the agents of nodes and to pods. Can be cloned. */

export interface AgentAccess {
	/** Address types in order of preference. */
	readonly addressTypes: readonly string[];
	/** Port of an agent whose node reports none. */
	readonly port: number;
	readonly connectMs: number;
	/** PEM files, read for each connection, so that renewed ones count. */
	readonly authorityFile: string;
	readonly clientFiles: { readonly certificate: string; readonly key: string } | undefined;
}
