import type { WebContents } from 'electron'

/**
 * Ends the process of a page that no longer responds; `forcefullyCrashRenderer` would need that process's help. It acts
 * only while the page still has the blocked process `pid`: a page that returned has a new process, and the old number
 * may belong to another program by now. Returns false if nothing was ended.
 */
export const endPage = (webContents: WebContents, pid = webContents.getOSProcessId()): boolean => {
  // A page without a process has the number 0; a signal to 0 would end this program and all its children.
  if (pid <= 0 || webContents.getOSProcessId() !== pid) return false
  return process.kill(pid, 'SIGKILL')
}
