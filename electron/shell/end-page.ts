import type { WebContents } from 'electron'

/**
 * Ends the process of a page that hears nothing any more; `forcefullyCrashRenderer` asks the process itself. Given `pid`, the
 * process that was seen to stand still, only while the page still has that one: a page that came back meanwhile is another
 * process, and the number may belong to another program by now. False where nothing was ended.
 */
export const endPage = (webContents: WebContents, pid = webContents.getOSProcessId()): boolean => {
  // A page without a process has the number 0, which would end this program and all that it started.
  if (pid <= 0 || webContents.getOSProcessId() !== pid) return false
  return process.kill(pid, 'SIGKILL')
}
