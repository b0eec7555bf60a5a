export declare const ESBUILD_PACKAGE: string
export declare const ESBUILD: string
